import { api } from '../../../lib/api.ts';
import type { DecisionOutcome, ReviewItem } from '../marking.types.ts';
import { pageSize } from './review-session.ts';

/** Every open line of a filter, to count what a threshold would accept. */
export async function allOpenLines(
  productId: string,
  chapterId: string | null,
  signal: AbortSignal,
): Promise<ReviewItem[]> {
  const items: ReviewItem[] = [];
  for (let page = 1; ; page += 1) {
    const { list, total } = await api.autoMarking.reviewQueue(
      {
        productId,
        ...(chapterId === null ? {} : { chapterIds: [chapterId] }),
        order: 'place',
        page,
        size: pageSize,
      },
      signal,
    );
    items.push(...list);
    if (list.length < pageSize || items.length >= total) return items;
  }
}

/** Accepts above a threshold, a few chapters a call, until no chapter is left. */
export async function acceptAll(
  productId: string,
  chapterIds: readonly string[],
  threshold: number,
  onStep: (chaptersLeft: number) => void,
): Promise<{ lines: number; refused: DecisionOutcome['refused'] }> {
  let rest = [...chapterIds];
  let lines = 0;
  const refused: DecisionOutcome['refused'] = [];
  while (rest.length > 0) {
    const outcome = await api.autoMarking.acceptSuggestions({ productId, chapterIds: rest, threshold });
    lines += outcome.applied.reduce((sum, { lineIds }) => sum + lineIds.length, 0);
    refused.push(...outcome.refused);
    // A server that gives back all it was given would never end.
    if (outcome.rest.length >= rest.length) break;
    rest = outcome.rest;
    onStep(rest.length);
  }
  return { lines, refused };
}
