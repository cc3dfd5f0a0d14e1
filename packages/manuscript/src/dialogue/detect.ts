import { matchQuotes } from './match-quotes.ts';
import type { QuoteRange } from './match-quotes.ts';
import { likelySpeech, SPEECH_THRESHOLD } from './likely-speech.ts';
import type { QuoteMark } from './quote-marks.ts';

/** A quotation in a paragraph. `from` and `to` are UTF-16 offsets that include the marks; spans with one `turn` are one speech, broken by narration or by paragraphs; `likelySpeech` is 0..1. */
export type DialogueSpan = {
  readonly from: number;
  readonly to: number;
  readonly quote: QuoteMark;
  readonly balanced: boolean;
  readonly depth: number;
  readonly turn: number;
  readonly likelySpeech: number;
};

/** What one paragraph leaves to the next: a quotation still open with its turn, and the next free turn number. */
export type DetectState = {
  readonly open: QuoteMark | null;
  readonly openTurn: number;
  readonly nextTurn: number;
};

const START: DetectState = { open: null, openTurn: 0, nextTurn: 0 };
const BREAKS_TURN = /[。！？!?；;：:…]/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Finds the quotations of one paragraph, outermost only, in order and without overlap. Linear in its length.
 * A quotation left open ends with its paragraph; if the next one opens with the same mark, or closes it, both share a turn.
 */
export function detectDialogue(
  paragraph: string,
  carry: DetectState = START,
): { spans: DialogueSpan[]; carry: DetectState } {
  const ranges = matchQuotes(paragraph, carry.open);
  const spans: DialogueSpan[] = [];
  let nextTurn = carry.nextTurn;
  let previous: DialogueSpan | null = null;
  for (const range of ranges) {
    const score = range.continued ? 0.9 : likelySpeech(paragraph, range);
    const spoken = score >= SPEECH_THRESHOLD;
    const turn = (spoken ? sharedTurn(paragraph, range, previous, carry) : null) ?? nextTurn;
    if (turn === nextTurn) nextTurn += 1;
    const { from, to, quote, balanced, depth } = range;
    const span: DialogueSpan = { from, to, quote, balanced, depth, turn, likelySpeech: score };
    spans.push(span);
    if (spoken) previous = span;
  }
  const last = spans[spans.length - 1];
  const lastRange = ranges[ranges.length - 1];
  const stillOpen =
    last !== undefined &&
    lastRange?.continued === false &&
    !last.balanced &&
    last.to >= paragraph.trimEnd().length;
  return {
    spans,
    carry: stillOpen
      ? { open: last.quote, openTurn: last.turn, nextTurn }
      : { open: null, openTurn: 0, nextTurn },
  };
}

function sharedTurn(
  paragraph: string,
  range: QuoteRange,
  previous: DialogueSpan | null,
  carry: DetectState,
): number | null {
  if (previous !== null) {
    const beat = paragraph.slice(previous.to, range.from);
    return WORD.test(beat) && !BREAKS_TURN.test(beat) ? previous.turn : null;
  }
  const continues =
    range.continued || (carry.open === range.quote && paragraph.slice(0, range.from).trim() === '');
  return carry.open !== null && continues ? carry.openTurn : null;
}
