import { afterStrength, firmStrength } from '../collect-ballots.ts';
import type { Frame } from '../frames.ts';
import { STEPS } from '../links.ts';
import type { ReadChapter } from '../read-chapter.ts';
import type { LineCategory } from '../types.ts';
import type { RankLine } from './lines.ts';
import { subjectKind } from './quote-features.ts';

/** Narration behind a quote counts as its frame from this strength on. */
const FRAMES_FROM = 3;

/** How the narration tells a line's speaker, whoever it is; both halves of a broken speech share their frame. */
export function categoryOf({ chapter, index }: RankLine): Exclude<LineCategory, null> {
  const frame = frameOf(chapter, index);
  if (frame === null) return 'latent';
  return frame.distance === 0 && subjectKind(chapter, frame) === 1 ? 'explicit' : 'implicit';
}

function frameOf(chapter: ReadChapter, index: number): Frame | null {
  const read = chapter.quotes[index];
  if (read === undefined) return null;
  const { before, leadIn, after } = read;
  if (before !== null && firmStrength(before) !== null) return before;
  if (read.leadsIn && leadIn !== null && firmStrength(leadIn) !== null) return leadIn;
  if (after !== null && after.kind !== 'beat') {
    if (afterStrength(after, read, chapter.quotes[index + 1]) >= FRAMES_FROM) return after;
  }
  return read.link?.step === STEPS.unfinished ? frameOf(chapter, index - 1) : null;
}
