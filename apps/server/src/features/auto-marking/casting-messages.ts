import type { DiscoveredName, RosterEntry } from '@huaben/casting';
import type { StoredContent } from '../chapter/index.ts';
import type { MarkedChapter, MarkingOrder } from './mark-chapter.ts';

/** The order to mark one chapter, as it travels to the thread. */
export interface ChapterQuestion extends MarkingOrder {
  readonly ask: 'chapter';
  readonly chapterId: string;
  readonly html: string;
}

/** Find the characters that the texts name and the roster lacks. */
export interface NamesQuestion {
  readonly ask: 'names';
  readonly texts: readonly string[];
  readonly roster: readonly RosterEntry[];
}

/** Count the lines that each discovered character probably speaks. */
export interface LinesQuestion {
  readonly ask: 'lines';
  readonly texts: readonly string[];
  readonly roster: readonly RosterEntry[];
  readonly discovered: readonly DiscoveredName[];
}

export type CastingQuestion = ChapterQuestion | NamesQuestion | LinesQuestion;

/** A marked chapter, ready to be stored. */
export interface ChapterAnswer extends Omit<MarkedChapter, 'doc'> {
  readonly content: StoredContent;
  /** The lines without a role afterwards. */
  readonly open: readonly { readonly lineId: string; readonly text: string }[];
}

/** What each question is answered with. */
export interface CastingAnswers {
  readonly chapter: ChapterAnswer;
  readonly names: readonly DiscoveredName[];
  /** In the order of the discovered names. */
  readonly lines: readonly number[];
}

/** To the thread. */
export interface CastingRequest {
  readonly ticket: number;
  readonly question: CastingQuestion;
}

/** From the thread. */
export type CastingReply =
  | { readonly ticket: number; readonly ok: true; readonly answer: CastingAnswers[keyof CastingAnswers] }
  | { readonly ticket: number; readonly ok: false; readonly message: string; readonly touched: boolean };
