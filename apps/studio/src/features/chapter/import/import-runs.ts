import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { onLive, useLiveState } from '../../../lib/live.ts';
import { keys, queryClient } from '../../../lib/queries.ts';
import { toast } from '../../../ui/index.ts';

/** How far an import is. */
export type ImportInfo = Awaited<ReturnType<typeof api.chapter.importInfo>>;

const storageKey = 'huaben.imports';
const listeners = new Set<() => void>();
// Kept in the tab's storage, so that a reload does not lose sight of a running import.
let running: readonly string[] = kept();

function kept(): readonly string[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function setRunning(next: readonly string[]): void {
  running = next;
  sessionStorage.setItem(storageKey, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const importKey = (importId: string) => ['import', importId] as const;
const isOver = (state: ImportInfo['state']) => state !== 'waiting' && state !== 'running';

/** Follows an import that the server accepted, on whatever page the person goes to. */
export function followImport(importId: string): void {
  setRunning([...running, importId]);
}

/** The imports that were started in this tab and are not over. */
export const useRunningImports = (): readonly string[] => useSyncExternalStore(subscribe, () => running);

const pollMs = 1500;
const slowPollMs = 6000;

/** How the state of an import is asked for. */
export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: importKey(importId),
    queryFn: ({ signal }) => api.chapter.importInfo({ importId }, signal),
  });

/** The state of an import: by live events, and by asking where they do not come. */
export function useImport(importId: string) {
  const live = useLiveState() === 'connected';
  return useQuery({
    ...importQuery(importId),
    refetchInterval: live ? slowPollMs : pollMs,
    refetchIntervalInBackground: true,
  });
}

function tellEnd(info: ImportInfo): void {
  if (info.state === 'done') toast.success(`「${info.fileName}」导入完成，共 ${info.total} 章`);
  else if (info.state === 'cancelled') toast.info(`「${info.fileName}」的导入已取消，没有留下任何章节`);
  else toast.error(`「${info.fileName}」导入失败：${info.message ?? '服务器没有说明原因，请重试'}`);
}

/** Watches one import to its end, then tells the result and refreshes what it changed. */
export function ImportWatch({ importId }: { importId: string }) {
  const { data: info, error } = useImport(importId);
  useEffect(
    () =>
      onLive('importProgress', (progress) => {
        if (progress.importId !== importId) return;
        queryClient.setQueryData<ImportInfo>(importKey(importId), (old) =>
          // Progress of a moment ago must not wake up what is over.
          old && !isOver(old.state) ? { ...old, ...progress } : old,
        );
      }),
    [importId],
  );
  useEffect(
    () =>
      onLive('importFinished', (end) => {
        if (end.importId === importId) void queryClient.invalidateQueries({ queryKey: importKey(importId) });
      }),
    [importId],
  );
  useEffect(() => {
    if (!info || !isOver(info.state)) return;
    setRunning(running.filter((id) => id !== importId));
    tellEnd(info);
    for (const queryKey of [
      keys.chapters(info.productId),
      keys.novel(info.productId),
      keys.novels(),
      keys.roles(info.productId),
    ])
      void queryClient.invalidateQueries({ queryKey });
  }, [info, importId]);
  useEffect(() => {
    if (error && !info) setRunning(running.filter((id) => id !== importId));
  }, [error, info, importId]);
  return null;
}
