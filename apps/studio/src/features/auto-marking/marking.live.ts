import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../lib/live.ts';
import { keys } from '../../lib/queries.ts';
import { openKey, rosterKey, tasksKey } from './marking.queries.ts';
import { withNews } from './marking-runs.ts';
import type { MarkingTask } from './marking.types.ts';

/** Chapters take about a second each: the list is asked for at most this often. */
const settleMs = 1_000;

/** Folds the news of the socket into what the screen of automatic marking shows. */
export function useMarkingLive(novelId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const refreshSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void client.invalidateQueries({ queryKey: tasksKey(novelId) });
      void client.invalidateQueries({ queryKey: openKey(novelId) });
    }, settleMs);
  };
  useLive('markingProgress', (news) => {
    if (news.productId !== novelId) return;
    const tasks = client.getQueryData<MarkingTask[]>(tasksKey(novelId));
    const next = tasks === undefined ? null : withNews(tasks, news);
    if (next !== null) client.setQueryData<MarkingTask[]>(tasksKey(novelId), next);
    if (next === null || news.taskState !== 'running') refreshSoon();
  });
  useLive('taskFinished', (news) => {
    if (news.productId !== novelId || news.chapterId === undefined) return;
    void client.invalidateQueries({ queryKey: ['marking-task', news.taskId] });
    void client.invalidateQueries({ queryKey: keys.novel(novelId) });
    refreshSoon();
  });
  useLive('rosterFound', (news) => {
    if (news.productId === novelId) void client.invalidateQueries({ queryKey: rosterKey(news.rosterId) });
  });
}
