import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { keys, queryClient } from '../../lib/queries.ts';
import type { Role } from './role.ts';

const discardedKey = (novelId: string) => ['discarded-roles', novelId] as const;
const hotKeysKey = (novelId: string) => ['hot-keys', novelId] as const;

/** The active roles of a novel, narration included; kept up to date by the socket. */
export function useRoles(novelId: string) {
  useLive('castChanged', ({ productId }) => {
    if (productId === novelId) refreshCast(novelId);
  });
  return useQuery({
    queryKey: keys.roles(novelId),
    queryFn: async ({ signal }) => (await api.cast.listRoles({ productId: novelId }, signal)).list,
  });
}

/** The discarded roles of a novel. */
export const useDiscardedRoles = (novelId: string) =>
  useQuery({
    queryKey: discardedKey(novelId),
    queryFn: async ({ signal }) => (await api.cast.listDiscardedRoles({ productId: novelId }, signal)).list,
  });

/** The keys that the novel has chosen for its roles. */
export const useHotKeys = (novelId: string) =>
  useQuery({
    queryKey: hotKeysKey(novelId),
    queryFn: async ({ signal }) => (await api.cast.hotKeys({ productId: novelId }, signal)).hotKey,
  });

/** Keeps the novel's keys. Rejects with the server's refusal. */
export async function saveHotKeys(novelId: string, hotKey: Record<string, string>): Promise<void> {
  const before = queryClient.getQueryData(hotKeysKey(novelId));
  queryClient.setQueryData(hotKeysKey(novelId), hotKey);
  try {
    await api.cast.editHotKeys({ productId: novelId, hotKey });
  } catch (error) {
    queryClient.setQueryData(hotKeysKey(novelId), before);
    throw error;
  }
}

/** Asks the server for the cast again. */
export function refreshCast(novelId: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.roles(novelId) });
  void queryClient.invalidateQueries({ queryKey: discardedKey(novelId) });
}

/** Changes the cached cast as the server is about to. */
export function foldCast(novelId: string, change: (roles: Role[]) => Role[]): void {
  queryClient.setQueryData<Role[]>(keys.roles(novelId), (roles) =>
    roles === undefined ? roles : change(roles),
  );
}
