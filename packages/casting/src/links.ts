import type { Frame } from './frames.ts';
import type { Gap, PlacedQuote } from './narration.ts';

/** Log weights of a step from one quote to the next. */
export interface Link {
  /** The conversation goes on; false cuts the chain. */
  joined: boolean;
  /** Added when both quotes have the same speaker. */
  same: number;
  /** Added when this quote returns to the speaker before the last one. */
  back: number;
  kind: 'adjacent' | 'turn' | 'beat' | 'apart';
  step: number;
}

/** Numbers of the kinds of steps, finer than `kind`; none stands where the chain is cut. */
export const STEPS = {
  none: 0,
  /** Nothing between the quotes, in one paragraph or over its end. */
  adjacent: 1,
  nextParagraph: 2,
  /** A new paragraph after at most one sentence of narration, or more. */
  sentence: 3,
  sentences: 4,
  /** “…，”他说，“…”: the first quote breaks off. */
  unfinished: 5,
  /** Narration without a subject between two quotes of a paragraph. */
  noSubject: 6,
  /** Other narration between them, behind a quote that opens the paragraph, or a later one. */
  firstBeat: 7,
  laterBeat: 8,
  /** Paragraphs of narration, up to 120 characters or more. */
  apart: 9,
  farApart: 10,
  /** The quote before has no closing mark: the same speech in a new paragraph. */
  unclosed: 11,
} as const;

/** How many kinds of steps there are. */
export const STEP_COUNT = 12;

const CUT: Link = { joined: false, same: 0, back: 0, kind: 'apart', step: STEPS.none };
const FAR = 120;

/** How a quote continues the conversation of the quote before it; `frame` is the narration that leads up to it. */
export function linkOf(
  previous: PlacedQuote,
  next: PlacedQuote,
  frame: Frame | null,
  gaps: readonly (readonly Gap[])[],
  texts: readonly string[],
): Link {
  const words = (texts[previous.paragraph] ?? '').slice(previous.quote.from, previous.quote.to);
  // A speech of several paragraphs opens each of them with a mark, but closes only the last.
  if (previous.quote.to - previous.quote.from > 1 && !/[”’」』"＂〞]$/.test(words) && next.before.empty)
    return { joined: true, same: 5, back: 0, kind: 'beat', step: STEPS.unclosed };
  if (next.paragraph === previous.paragraph) {
    const gap = next.before;
    // Of 470 adjacent quotes measured in a modern novel 8 had the same speaker; the return to the one before last held in 92 %.
    if (gap.empty) return { joined: true, same: -4, back: 3, kind: 'adjacent', step: STEPS.adjacent };
    const unfinished = /[，,、—][”」』"]?$/.test(words);
    if (unfinished) return { joined: true, same: 5, back: 0, kind: 'beat', step: STEPS.unfinished };
    if (frame !== null && frame.subject === null)
      return { joined: true, same: 3, back: 0, kind: 'beat', step: STEPS.noSubject };
    const opening = previous.firstInParagraph && previous.before.empty;
    return {
      joined: true,
      same: opening ? 1.2 : -0.3,
      back: 0.5,
      kind: 'beat',
      step: opening ? STEPS.firstBeat : STEPS.laterBeat,
    };
  }
  let narrated = 0;
  for (let p = previous.paragraph + 1; p < next.paragraph; p++) {
    narrated += (gaps[p] ?? []).reduce((sum, gap) => sum + (gap.empty ? 0 : gap.to - gap.from), 0);
    if (narrated > 600) return CUT;
  }
  const tail = previous.after;
  if (narrated === 0 && tail.empty && next.before.empty)
    return { joined: true, same: -4, back: 3, kind: 'adjacent', step: STEPS.nextParagraph };
  if (narrated === 0) {
    const sentences = (tail.clauses.at(-1)?.sentence ?? -1) + 1;
    return sentences <= 1
      ? { joined: true, same: -2, back: 1.8, kind: 'turn', step: STEPS.sentence }
      : { joined: true, same: -0.8, back: 0.8, kind: 'turn', step: STEPS.sentences };
  }
  const step = narrated > FAR ? STEPS.farApart : STEPS.apart;
  return { joined: true, same: -0.2, back: 0.3, kind: 'apart', step };
}
