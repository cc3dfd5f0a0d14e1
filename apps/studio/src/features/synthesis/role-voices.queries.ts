import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api, failureText, isHandledEverywhere } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { toast } from '../../ui/index.ts';
import type { Role } from '../cast/index.ts';
import { discardedRolesQuery } from './synthesis.queries.ts';

/** The voice of a role and how it speaks. */
export interface RoleVoice {
  readonly id: string;
  /** Voice id, or empty for none. */
  readonly timbre: string;
  readonly rate: number;
  /** Semitones. */
  readonly pitch: number;
}

function putIntoCache(client: QueryClient, novelId: string, voices: readonly RoleVoice[]): void {
  const byId = new Map(voices.map((voice) => [voice.id, voice]));
  client.setQueryData<Role[]>(keys.roles(novelId), (old) =>
    old?.map((role) => ({ ...role, ...byId.get(role.id) })),
  );
}

/** Gives roles their voices: shown at once, saved one after the other, taken back where the server refuses. */
export function useSetRoleVoices(novelId: string, chapterId: string) {
  const client = useQueryClient();
  const mutationKey = ['role-voices', novelId];
  return useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: `role-voices-${novelId}` },
    mutationKey,
    onMutate: async (voices: readonly RoleVoice[]) => {
      await client.cancelQueries({ queryKey: keys.roles(novelId) });
      const before = client.getQueryData<Role[]>(keys.roles(novelId));
      putIntoCache(client, novelId, voices);
      return { before };
    },
    mutationFn: async (voices: readonly RoleVoice[]) => {
      for (const voice of voices) await api.cast.setRoleVoice({ productId: novelId, ...voice });
    },
    onError: (error, _voices, context) => {
      if (context?.before !== undefined) client.setQueryData(keys.roles(novelId), context.before);
      if (!isHandledEverywhere(error)) toast.error(`音色没有保存：${failureText(error)}`);
    },
    onSettled: () => {
      // The answer to an earlier choice must not take a later one off the screen.
      if (client.isMutating({ mutationKey }) > 1) return;
      void client.invalidateQueries({ queryKey: discardedRolesQuery(novelId).queryKey });
      void client.invalidateQueries({ queryKey: keys.roles(novelId) });
      void client.invalidateQueries({ queryKey: keys.audio(chapterId) });
    },
  });
}
