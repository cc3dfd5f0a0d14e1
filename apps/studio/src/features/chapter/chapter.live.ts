import { api } from '../../lib/api.ts';
import { onLive } from '../../lib/live.ts';
import { keys, queryClient } from '../../lib/queries.ts';
import type { Chapter } from './chapter.queries.ts';

const settleMs = 400;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Fetches one chapter and puts it in its place of the list, instead of fetching thousands again. */
function refreshChapter(productId: string, chapterId: string): void {
  const listKey = keys.chapters(productId);
  const oneKey = keys.chapter(chapterId);
  clearTimeout(waiting.get(chapterId));
  const timer = setTimeout(() => {
    waiting.delete(chapterId);
    void queryClient.invalidateQueries({ queryKey: keys.recent() });
    if (!queryClient.getQueryData(listKey) && !queryClient.getQueryData(oneKey)) return;
    api.chapter.chapterInfo({ chapterId }).then(
      (fresh) => {
        queryClient.setQueryData<Chapter>(oneKey, (old) => (old ? fresh : old));
        queryClient.setQueryData<Chapter[]>(listKey, (list) =>
          list?.map((chapter) => (chapter.id === chapterId ? fresh : chapter)),
        );
      },
      // Gone, or no longer mine to see: the list itself knows.
      () => void queryClient.invalidateQueries({ queryKey: listKey }),
    );
  }, settleMs);
  waiting.set(chapterId, timer);
}

/** Folds what happens to novels and chapters anywhere into what is shown here; returns the end of it. */
export function followChapters(): () => void {
  const ends = [
    onLive('chapterSaved', ({ productId, chapterId }) => refreshChapter(productId, chapterId)),
    onLive('chapterLockChanged', ({ productId, chapterId }) => refreshChapter(productId, chapterId)),
    onLive('voiceReturned', ({ productId, chapterId }) => refreshChapter(productId, chapterId)),
    onLive('novelChanged', ({ productId }) => {
      for (const queryKey of [
        keys.novels(),
        keys.binnedNovels(),
        keys.novel(productId),
        keys.chapters(productId),
      ])
        void queryClient.invalidateQueries({ queryKey });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
