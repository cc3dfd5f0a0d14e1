import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, failureText, isHandledEverywhere } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { toast } from '../../ui/index.ts';

/** A novel as the server tells it. */
export type Novel = Awaited<ReturnType<typeof api.novel.novelInfo>>;

/** My novels, without the bin. */
export const useNovels = () =>
  useQuery({
    queryKey: keys.novels(),
    queryFn: async ({ signal }) => (await api.novel.listNovels({}, signal)).list,
  });

/** The novels in the bin. */
export const useBinnedNovels = () =>
  useQuery({
    queryKey: keys.binnedNovels(),
    queryFn: async ({ signal }) => (await api.novel.listBinnedNovels({}, signal)).list,
  });

/**
 * A change of novels; afterwards the lists are fetched anew.
 * @param tells where a failure is read: in a toast, or in the dialog that asked for the change
 */
export function useNovelChange<V, R>(change: (input: V) => Promise<R>, tells: 'toast' | 'dialog' = 'toast') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: V) => change(input),
    onError: (error) => {
      if (tells === 'toast' && !isHandledEverywhere(error)) toast.error(failureText(error));
    },
    onSettled: () =>
      Promise.all(
        [keys.novels(), keys.binnedNovels(), keys.recent(), ['novel']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
