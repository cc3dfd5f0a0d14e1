import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useLive } from '../../lib/live.ts';
import { keys } from '../../lib/queries.ts';
import { tasksKey } from './synthesis.queries.ts';
import type { Task } from './synthesis.types.ts';
import { withProgress } from './task-news.ts';

/** Asks again for what a synthesis of chapters changes on this screen; the lists of chapters follow the socket themselves. */
export function refreshAfterSynthesis(
  client: QueryClient,
  novelId: string,
  chapterIds: readonly string[],
): void {
  for (const chapterId of chapterIds) {
    void client.invalidateQueries({ queryKey: keys.audio(chapterId) });
    void client.invalidateQueries({ queryKey: keys.chapter(chapterId) });
  }
  void client.invalidateQueries({ queryKey: tasksKey(novelId) });
}

/** Folds the news of the socket into what the voice screen shows. */
export function useSynthesisLive(novelId: string, chapterId: string): void {
  const client = useQueryClient();
  useLive('synthesisProgress', (news) => {
    if (news.productId !== novelId) return;
    const old = client.getQueryData<{ list: Task[] }>(tasksKey(novelId));
    const list = old === undefined ? null : withProgress(old.list, news);
    if (list === null) void client.invalidateQueries({ queryKey: tasksKey(novelId) });
    else client.setQueryData<{ list: Task[] }>(tasksKey(novelId), { list });
  });
  useLive('voiceReturned', (news) => {
    if (news.productId === novelId) refreshAfterSynthesis(client, novelId, [news.chapterId]);
  });
  useLive('taskFinished', (news) => {
    // A chapter's id is there for marking tasks alone, and a book of those ends one after the other.
    if (news.productId !== novelId || news.chapterId !== undefined) return;
    refreshAfterSynthesis(client, novelId, [chapterId]);
    void client.invalidateQueries({ queryKey: keys.user() });
  });
  useLive('chapterSaved', (news) => {
    if (news.chapterId !== chapterId) return;
    void client.invalidateQueries({ queryKey: keys.chapter(chapterId) });
    void client.invalidateQueries({ queryKey: keys.audio(chapterId) });
  });
  useLive('castChanged', (news) => {
    if (news.productId !== novelId) return;
    void client.invalidateQueries({ queryKey: keys.audio(chapterId) });
  });
}
