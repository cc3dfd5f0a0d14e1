import { defaultMarkingThreshold } from '@huaben/contract';
import type { MarkingMode } from './marking.types.ts';

/** The parts of the screen. */
export const markingViews = ['chapters', 'roster', 'lines', 'progress', 'review'] as const;

/** One of {@link markingViews}. */
export type MarkingView = (typeof markingViews)[number];

/** Which chapters the choice shows. */
export const chapterFilters = ['all', 'open', 'never', 'closed', 'failed', 'locked'] as const;

/** One of {@link chapterFilters}. */
export type ChapterFilter = (typeof chapterFilters)[number];

const modes = ['blank', 'selection', 'chapter'] as const satisfies readonly MarkingMode[];
const leastThreshold = 0.5;
/** The dearest run that the server takes, in 元. */
export const mostYuan = 100_000;

/** What the address says of the screen. */
export interface MarkingAddress {
  readonly view: MarkingView;
  readonly query: string;
  readonly filter: ChapterFilter;
  readonly mode: MarkingMode;
  readonly threshold: number;
  /** Look for new characters before marking. */
  readonly findsNames: boolean;
  /** Most that the language model may cost, in 分; null when it is not asked. */
  readonly ceilingFen: number | null;
  readonly run: string | null;
  readonly roster: string | null;
  /** The task of a preview. */
  readonly preview: string | null;
  /** The chapter whose lines are reviewed; null for all. */
  readonly chapter: string | null;
  readonly order: 'risk' | 'place';
  /** The line under review: chapter id and line id. */
  readonly at: string | null;
}

function thresholdOf(text: string | null): number {
  const value = Number(text ?? Number.NaN) / 100;
  return value >= leastThreshold && value <= 1 ? value : defaultMarkingThreshold;
}

function fenOf(yuan: string | null): number | null {
  const value = Number(yuan ?? Number.NaN);
  return value > 0 && value <= mostYuan ? Math.round(value * 100) : null;
}

/** Reads the address; anything unknown in it is as if absent. */
export function addressOf(search: URLSearchParams): MarkingAddress {
  return {
    view: markingViews.find((view) => view === search.get('view')) ?? 'chapters',
    query: search.get('q') ?? '',
    filter: chapterFilters.find((filter) => filter === search.get('state')) ?? 'all',
    mode: modes.find((mode) => mode === search.get('mode')) ?? 'blank',
    threshold: thresholdOf(search.get('threshold')),
    findsNames: search.get('names') !== '0',
    ceilingFen: fenOf(search.get('model')),
    run: search.get('run'),
    roster: search.get('roster'),
    preview: search.get('preview'),
    chapter: search.get('chapter'),
    order: search.get('order') === 'place' ? 'place' : 'risk',
    at: search.get('at'),
  };
}

/** How chapters are marked, as a run is ordered; a selection never asks the language model. */
export function orderOf({ mode, threshold, ceilingFen }: MarkingAddress) {
  const model = ceilingFen === null || mode === 'selection' ? {} : { useModel: true, ceiling: ceilingFen };
  return { mode, threshold, ...model };
}

/** The keys of the address that say how chapters are marked, to be taken along to another part. */
export function howText({ mode, threshold, ceilingFen }: MarkingAddress): string {
  const how = new URLSearchParams({ mode });
  const text = thresholdText(threshold);
  if (text !== null) how.set('threshold', text);
  if (ceilingFen !== null) how.set('model', String(ceilingFen / 100));
  return how.toString();
}

/** A threshold as it stands in the address: null for the usual one. */
export const thresholdText = (threshold: number): string | null =>
  threshold === defaultMarkingThreshold ? null : String(Math.round(threshold * 100));
