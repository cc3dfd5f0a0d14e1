/** A half-open range of UTF-16 offsets. */
export type Range = { readonly from: number; readonly to: number };

const SENTENCE = /[^。！？!?…\n]*(?:[。！？!?…]+[”’」』）)"〕】》]*|\n|$)/g;
const CLAUSE = /[^，,；;：:、—]*(?:[，,；;：:、—]+|$)/g;

/**
 * Cuts a text into ranges of at most `max` units that cover it all: whole sentences packed together, then clauses of a
 * sentence that is too long, then hard cuts that never split a character.
 */
export function cutSentences(text: string, max: number): Range[] {
  return pack(matches(text, 0, text.length, SENTENCE), max, (range) =>
    pack(matches(text, range.from, range.to, CLAUSE), max, (clause) => hardCuts(text, clause, max)),
  );
}

function matches(text: string, from: number, to: number, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  for (const match of text.slice(from, to).matchAll(pattern)) {
    if (match[0] !== '') ranges.push({ from: from + match.index, to: from + match.index + match[0].length });
  }
  return ranges;
}

function pack(ranges: readonly Range[], max: number, cutLong: (range: Range) => Range[]): Range[] {
  const packed: Range[] = [];
  let current: Range | null = null;
  for (const range of ranges) {
    if (current !== null && range.to - current.from <= max) {
      current = { from: current.from, to: range.to };
      continue;
    }
    if (current !== null) packed.push(current);
    current = null;
    if (range.to - range.from <= max) current = range;
    else packed.push(...cutLong(range));
  }
  if (current !== null) packed.push(current);
  return packed;
}

function hardCuts(text: string, range: Range, max: number): Range[] {
  const cuts: Range[] = [];
  let from = range.from;
  while (from < range.to) {
    let to = Math.min(range.to, from + max);
    if (to < range.to && /[\ud800-\udbff]/.test(text[to - 1] ?? '') && to - 1 > from) to -= 1;
    cuts.push({ from, to });
    from = to;
  }
  return cuts;
}
