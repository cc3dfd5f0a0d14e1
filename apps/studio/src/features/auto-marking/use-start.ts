import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, failureText, isHandledEverywhere } from '../../lib/api.ts';
import { toast } from '../../ui/index.ts';
import { followRun } from './follow-marking.ts';
import { keepSkipped } from './kept.ts';
import { tasksKey } from './marking.queries.ts';
import type { MarkingOrder } from './marking.types.ts';

/** The address of automatic marking; `chapterId` is the chapter it was opened for. */
export const markingPath = (novelId: string, chapterId: string | null): string =>
  chapterId === null ? `/autoWriter/${novelId}` : `/autoWriter/${novelId}/${chapterId}`;

/** In the place of a run's id when every chapter was left out. */
const nothingStarted = 'none';

/** Starts runs and leads to their progress; a refusal is told in a toast. */
export function useStart(novelId: string, chapterId: string | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: (order: Omit<MarkingOrder, 'productId'>) =>
      api.autoMarking.startMarking({ productId: novelId, ...order }),
    onSuccess: ({ invokeId, skipped }) => {
      if (invokeId !== null) followRun(invokeId);
      const run = invokeId ?? nothingStarted;
      keepSkipped(run, skipped);
      void client.invalidateQueries({ queryKey: tasksKey(novelId) });
      void navigate(`${markingPath(novelId, chapterId)}?view=progress&run=${run}`);
    },
    onError: (error) => {
      if (!isHandledEverywhere(error)) toast.error(`没有开始：${failureText(error)}`);
    },
  });
  return { start: start.mutate, starting: start.isPending };
}
