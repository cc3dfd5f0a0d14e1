import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, failureText, isHandledEverywhere } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { toast } from '../../ui/index.ts';

/** A chapter as the server tells it. */
export type Chapter = Awaited<ReturnType<typeof api.chapter.chapterInfo>>;

/** All chapters of a novel, in their order. */
export const useChapters = (productId: string) =>
  useQuery({
    queryKey: keys.chapters(productId),
    queryFn: async ({ signal }) => (await api.chapter.listChapters({ productId }, signal)).list,
  });

/** The chapters that I opened last, of all novels or of one. */
export const useRecentChapters = (productId: string | null) =>
  useQuery({
    queryKey: [...keys.recent(), productId],
    queryFn: async ({ signal }) =>
      (await api.chapter.recentChapters(productId ? { productId } : {}, signal)).list,
  });

/** The novel whose chapters are shown. */
export const useNovelOf = (productId: string) =>
  useQuery({
    queryKey: keys.novel(productId),
    queryFn: ({ signal }) => api.novel.novelInfo({ productId }, signal),
  });

/**
 * A change of a novel's chapters; afterwards list and novel are fetched anew.
 * @param tells where a failure is read: in a toast, or in the dialog that asked for the change
 */
export function useChapterChange<V, R>(
  productId: string,
  change: (input: V) => Promise<R>,
  tells: 'toast' | 'dialog' = 'toast',
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: V) => change(input),
    onError: (error) => {
      if (tells === 'toast' && !isHandledEverywhere(error)) toast.error(failureText(error));
    },
    onSettled: () =>
      Promise.all(
        [keys.chapters(productId), keys.novel(productId), keys.novels(), keys.recent(), ['chapter']].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
