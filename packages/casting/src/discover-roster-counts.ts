import type { Layout } from './narration.ts';

/** Occurrences of some words in a book. */
export interface WordCount {
  /** All of them, those inside longer names too. */
  all: number;
  /** In narration, outside quotes. */
  narrated: number;
  /** Of the narrated ones, those that speak of one of many or of several (一个X, 那些X, 小X, X们). */
  general: number;
  /** Of the narrated ones, those right behind a pronoun or a person's name: verbs stand there. */
  afterPerson: number;
  /** Characters that stand before it, '' for none, with how often. */
  before: Map<string, number>;
  /** Characters that stand behind it, '' for none, with how often. */
  after: Map<string, number>;
  /** 他 and 她 that follow in the narration of the same paragraph before anybody else is named. */
  he: number;
  she: number;
}

const PRONOUNS = new Set('他她我你');
const GENERAL_BEFORE = new Set('个位名几些众群小大老有的');
const LONGEST = 8;
const REACH = 40;

/** Counts words wherever they stand, overlapping ones too. Linear in the text. */
export function countWords(
  layout: Layout,
  texts: readonly string[],
  words: readonly string[],
  sure: ReadonlySet<string>,
): Map<string, WordCount> {
  const counts = new Map<string, WordCount>();
  const lengths = new Map<string, Set<number>>();
  for (const word of words) {
    if (word.length === 0 || word.length > LONGEST) continue;
    counts.set(word, {
      all: 0,
      narrated: 0,
      general: 0,
      afterPerson: 0,
      before: new Map(),
      after: new Map(),
      he: 0,
      she: 0,
    });
    const first = lengths.get(word.charAt(0)) ?? new Set<number>();
    lengths.set(word.charAt(0), first.add(word.length));
  }
  let last: WordCount | null = null;
  let lastEnd = 0;
  const count = (text: string, from: number, to: number, narrated: boolean): void => {
    let sureEnd = -1;
    let nextSureEnd = -1;
    for (let at = from; at < to; at++) {
      if (nextSureEnd === at) sureEnd = at;
      const char = text.charAt(at);
      if (narrated && (char === '他' || char === '她') && text.charAt(at + 1) !== '们') {
        if (last !== null && at - lastEnd <= REACH) {
          if (char === '他') last.he++;
          else last.she++;
        }
        last = null;
        continue;
      }
      for (const length of lengths.get(char) ?? []) {
        if (at + length > to) continue;
        const found = counts.get(text.slice(at, at + length));
        if (found === undefined) continue;
        found.all++;
        const before = at > from ? text.charAt(at - 1) : '';
        found.before.set(before, (found.before.get(before) ?? 0) + 1);
        const after = at + length < to ? text.charAt(at + length) : '';
        found.after.set(after, (found.after.get(after) ?? 0) + 1);
        if (!narrated) continue;
        found.narrated++;
        if (at === sureEnd || PRONOUNS.has(before)) found.afterPerson++;
        if (sure.has(text.slice(at, at + length))) nextSureEnd = Math.max(nextSureEnd, at + length);
        if (GENERAL_BEFORE.has(before) || text.charAt(at + length) === '们') found.general++;
        if (at + length > lastEnd) {
          last = found;
          lastEnd = at + length;
        }
      }
    }
  };
  layout.gaps.forEach((gaps, p) => {
    const text = texts[p] ?? '';
    last = null;
    lastEnd = 0;
    gaps.forEach((gap, g) => {
      count(text, gap.from, gap.to, true);
      const next = gaps[g + 1];
      if (next !== undefined) count(text, gap.to, next.from, false);
    });
  });
  return counts;
}
