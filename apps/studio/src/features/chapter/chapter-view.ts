import { textMatches } from '../../lib/pinyin-search.ts';
import type { ReadingsOf } from '../../lib/pinyin-search.ts';
import type { Chapter } from './chapter.queries.ts';

/** What the list can be ordered by; `sort` is the order of the book. */
export const chapterOrders = ['sort', 'name', 'words', 'lines', 'unassigned', 'edit'] as const;

/** One of {@link chapterOrders}. */
export type ChapterOrder = (typeof chapterOrders)[number];

/** Which chapters are shown. */
export const chapterStates = ['all', 'unmarked', 'unassigned', 'done', 'stale'] as const;

/** One of {@link chapterStates}. */
export type ChapterState = (typeof chapterStates)[number];

/** What of the chapter list is shown and in which order; it lives in the address. */
export interface ChapterView {
  readonly query: string;
  readonly state: ChapterState;
  readonly by: ChapterOrder;
  readonly order: 'asc' | 'desc';
}

/** Reads the view from an address; anything unknown in it is as if absent. */
export function chapterViewOf(search: URLSearchParams): ChapterView {
  return {
    query: search.get('q') ?? '',
    state: chapterStates.find((state) => state === search.get('state')) ?? 'all',
    by: chapterOrders.find((order) => order === search.get('by')) ?? 'sort',
    order: search.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/** How far the marking of a chapter is. */
export function markingOf(chapter: Chapter): 'unmarked' | 'unassigned' | 'done' {
  if (chapter.lineCount === 0) return 'unmarked';
  return chapter.unassignedCount > 0 ? 'unassigned' : 'done';
}

const byName = new Intl.Collator('zh-CN', { numeric: true });

const comparisons: Readonly<Record<ChapterOrder, (a: Chapter, b: Chapter) => number>> = {
  sort: (a, b) => a.sort - b.sort,
  name: (a, b) => byName.compare(a.name, b.name),
  words: (a, b) => a.wordCount - b.wordCount,
  lines: (a, b) => a.lineCount - b.lineCount,
  unassigned: (a, b) => a.unassignedCount - b.unassignedCount,
  edit: (a, b) => Date.parse(a.editTime) - Date.parse(b.editTime),
};

/** The chapters of a view; equal ones keep the order of the book. */
export function chaptersInView(
  chapters: readonly Chapter[],
  view: ChapterView,
  readings: ReadingsOf | null,
): Chapter[] {
  const direction = view.order === 'asc' ? 1 : -1;
  const compare = comparisons[view.by];
  const fits = (chapter: Chapter) =>
    view.state === 'all' ||
    (view.state === 'stale' ? chapter.audio === 'stale' : markingOf(chapter) === view.state);
  return chapters
    .filter((chapter) => fits(chapter) && textMatches(chapter.name, view.query, readings))
    .sort((a, b) => direction * compare(a, b) || a.sort - b.sort);
}
