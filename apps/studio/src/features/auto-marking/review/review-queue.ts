import type { Candidate, ReviewItem } from '../marking.types.ts';

/** A line among all chapters. */
export type LineKey = string;

/** The key of a line: chapter id and line id. */
export const keyOf = (line: Pick<ReviewItem, 'chapterId' | 'lineId'>): LineKey =>
  `${line.chapterId}/${line.lineId}`;

/** The loaded part of the queue and the line under review. */
export interface Queue {
  readonly items: readonly ReviewItem[];
  readonly at: LineKey | null;
}

/** The place of the line under review, or -1. */
export const placeOf = ({ items, at }: Queue): number => items.findIndex((item) => keyOf(item) === at);

/** The line under review. */
export const currentOf = (queue: Queue): ReviewItem | null => queue.items[placeOf(queue)] ?? null;

/** Stands at a line, or at the first one when there is no such line. */
export function standAt(queue: Queue, at: LineKey | null): Queue {
  const known = at !== null && queue.items.some((item) => keyOf(item) === at);
  const [first] = queue.items;
  return { ...queue, at: known ? at : first === undefined ? null : keyOf(first) };
}

/** Goes so many lines on; stays within the list. */
export function moveBy(queue: Queue, steps: number): Queue {
  const place = Math.max(0, Math.min(queue.items.length - 1, placeOf(queue) + steps));
  return standAt(queue, queue.items[place] ? keyOf(queue.items[place]) : null);
}

/** A line is decided: it leaves, and the next one is under review. */
export function withoutLine(queue: Queue, key: LineKey): Queue {
  const place = queue.items.findIndex((item) => keyOf(item) === key);
  if (place < 0) return queue;
  const items = queue.items.toSpliced(place, 1);
  if (queue.at !== key) return { ...queue, items };
  const next = items[place] ?? items[place - 1];
  return { items, at: next ? keyOf(next) : null };
}

/** A line comes back to its old place and is under review. */
export function withLine(queue: Queue, item: ReviewItem, place: number): Queue {
  const key = keyOf(item);
  const items = queue.items.filter((known) => keyOf(known) !== key);
  return { items: items.toSpliced(Math.min(place, items.length), 0, item), at: key };
}

/** More lines behind those that are loaded; `decided` ones are on their way out and stay away. */
export function withPage(queue: Queue, page: readonly ReviewItem[], decided: ReadonlySet<LineKey>): Queue {
  const known = new Set(queue.items.map(keyOf));
  const more = page.filter((item) => !known.has(keyOf(item)) && !decided.has(keyOf(item)));
  return standAt({ ...queue, items: [...queue.items, ...more] }, queue.at);
}

const sameCandidate = (one: Candidate | undefined, other: Candidate | undefined): boolean =>
  one?.roleId === other?.roleId && one?.name === other?.name;

/**
 * Fresh answers for lines of some chapters: each takes its line's place, so that nothing moves under the
 * eyes. `changed` counts other lines whose likeliest speaker became another one. When the answer holds
 * `all` open lines of the chapters, lines that are missing in it have been settled elsewhere and leave.
 */
export function withFresh(
  queue: Queue,
  chapterIds: ReadonlySet<string>,
  fresh: readonly ReviewItem[],
  all: boolean,
): { queue: Queue; changed: number } {
  const byKey = new Map(fresh.map((item) => [keyOf(item), item]));
  let changed = 0;
  const gone: LineKey[] = [];
  const items = queue.items.map((item) => {
    if (!chapterIds.has(item.chapterId)) return item;
    const next = byKey.get(keyOf(item));
    if (next === undefined) {
      if (all) gone.push(keyOf(item));
      return item;
    }
    if (!sameCandidate(item.candidates[0], next.candidates[0])) changed += 1;
    return next;
  });
  const kept = gone.reduce((left, key) => withoutLine(left, key), { ...queue, items } as Queue);
  return { queue: kept, changed };
}

/** A name became a role: wherever it is a candidate, it can be taken as that role. */
export function withRole(queue: Queue, name: string, roleId: string): Queue {
  const candidates = (item: ReviewItem) =>
    item.candidates.map((candidate) =>
      candidate.roleId === null && candidate.name === name ? { ...candidate, roleId } : candidate,
    );
  return { ...queue, items: queue.items.map((item) => ({ ...item, candidates: candidates(item) })) };
}

/** How many lines a threshold would accept: those whose first candidate has a role. */
export const acceptable = (
  items: readonly Pick<ReviewItem, 'candidates' | 'confidence'>[],
  threshold: number,
): number =>
  items.filter(
    ({ candidates: [first], confidence }) =>
      first !== undefined && first.roleId !== null && confidence >= threshold,
  ).length;
