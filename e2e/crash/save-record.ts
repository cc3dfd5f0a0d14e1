import type { Draft } from './manuscript-texts.ts';

/** A save that the product has said to be safe. */
export interface Acknowledged {
  readonly saveId: string;
  readonly revisionId: string;
  readonly number: number;
  readonly draft: Omit<Draft, 'html'>;
}

/** What the clients know of one chapter: what they sent and what they were told. */
export interface ChapterRecord {
  readonly chapterId: string;
  /** Content hash of everything ever sent, by save id: each save brings a text of its own. */
  readonly sent: Map<string, string>;
  readonly acknowledged: Map<string, Acknowledged>;
  /** Saves that were refused because another page had taken the lock. */
  readonly refused: Set<string>;
}

/** The record of a chapter that nobody has saved yet. */
export const emptyRecord = (chapterId: string): ChapterRecord => ({
  chapterId,
  sent: new Map(),
  acknowledged: new Map(),
  refused: new Set(),
});
