import type { ReviewItem } from '../marking.types.ts';

/** A piece of the shown context: the line, the evidence sentence, the words in it that decided. */
export interface ContextPiece {
  readonly text: string;
  readonly line: boolean;
  readonly evidence: boolean;
  readonly decisive: boolean;
}

/** Where in a text another one begins that is nearest to a place, or -1. */
function nearest(text: string, wanted: string, place: number): number {
  const after = text.indexOf(wanted, Math.max(0, place - wanted.length));
  const before = text.lastIndexOf(wanted, place);
  if (before < 0 || after < 0) return Math.max(before, after);
  return place - before <= after - place ? before : after;
}

/**
 * The line with its surroundings, cut where the evidence begins and ends; `found` is false when the evidence
 * sentence stands further away and has to be shown by itself.
 */
export function contextPieces(item: Pick<ReviewItem, 'before' | 'text' | 'after' | 'evidence'>): {
  pieces: ContextPiece[];
  found: boolean;
} {
  const text = item.before + item.text + item.after;
  const line = { from: item.before.length, to: item.before.length + item.text.length };
  const { evidence } = item;
  const at = evidence === null || evidence.text === '' ? -1 : nearest(text, evidence.text, line.from);
  const sentence = evidence === null || at < 0 ? null : { from: at, to: at + evidence.text.length };
  const words = evidence === null || at < 0 ? null : { from: at + evidence.from, to: at + evidence.to };
  const cuts = [0, text.length, line.from, line.to];
  if (sentence !== null) cuts.push(sentence.from, sentence.to);
  if (words !== null) cuts.push(words.from, words.to);
  const bounds = [...new Set(cuts)].filter((cut) => cut <= text.length).sort((one, other) => one - other);
  const pieces: ContextPiece[] = [];
  for (const [index, from] of bounds.entries()) {
    const to = bounds[index + 1];
    if (to === undefined) break;
    const within = (range: { from: number; to: number } | null) =>
      range !== null && range.from <= from && to <= range.to;
    pieces.push({
      text: text.slice(from, to),
      line: within(line),
      evidence: within(sentence),
      decisive: within(words),
    });
  }
  return { pieces, found: evidence === null || at >= 0 };
}
