import { genres } from '@huaben/contract';
import { textMatches } from '../../lib/pinyin-search.ts';
import type { ReadingsOf } from '../../lib/pinyin-search.ts';
import type { Novel } from './novel.queries.ts';

type Genre = (typeof genres)[number];

/** What of the list is shown and in which order; it lives in the address. */
export interface NovelView {
  readonly query: string;
  readonly genre: Genre | null;
  /** null: both. */
  readonly over: boolean | null;
  readonly by: 'edit' | 'create';
  readonly order: 'desc' | 'asc';
}

/** Reads the view from an address; anything unknown in it is as if absent. */
export function novelViewOf(search: URLSearchParams): NovelView {
  const over = search.get('over');
  return {
    query: search.get('q') ?? '',
    genre: genres.find((genre) => genre === search.get('genre')) ?? null,
    over: over === '1' ? true : over === '0' ? false : null,
    by: search.get('by') === 'create' ? 'create' : 'edit',
    order: search.get('order') === 'asc' ? 'asc' : 'desc',
  };
}

/** The novels of a view, topped ones first. */
export function novelsInView(
  novels: readonly Novel[],
  view: NovelView,
  readings: ReadingsOf | null,
): Novel[] {
  const direction = view.order === 'asc' ? 1 : -1;
  const timeOf = (novel: Novel) => Date.parse(view.by === 'create' ? novel.createTime : novel.editTime);
  return novels
    .filter(
      (novel) =>
        (view.genre === null || novel.genre === view.genre) &&
        (view.over === null || (novel.isOver === 1) === view.over) &&
        textMatches(novel.name, view.query, readings),
    )
    .sort((a, b) => b.topped - a.topped || direction * (timeOf(a) - timeOf(b)));
}
