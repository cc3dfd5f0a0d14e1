import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameMatcher } from './name-matcher.ts';

/** The same definition, written naively: at each place the longest pattern wins, then the search goes on behind it. */
function naive(
  patterns: ReadonlyMap<string, number>,
  text: string,
): { from: number; to: number; code: number }[] {
  const found = [];
  for (let from = 0; from < text.length;) {
    let best = '';
    for (const pattern of patterns.keys())
      if (pattern.length > best.length && text.startsWith(pattern, from)) best = pattern;
    if (best !== '') found.push({ from, to: from + best.length, code: patterns.get(best) ?? -1 });
    from += Math.max(1, best.length);
  }
  return found;
}

describe('createNameMatcher', () => {
  it('prefers the longer name over the one inside it', () => {
    const matcher = createNameMatcher(
      new Map([
        ['七斤', 1],
        ['七斤嫂', 2],
        ['斤嫂子', 3],
      ]),
    );
    expect(matcher.find('七斤嫂子骂七斤')).toEqual([
      { from: 0, to: 3, code: 2 },
      { from: 5, to: 7, code: 1 },
    ]);
  });

  it('finds a short name behind a longer one that was cut off', () => {
    const matcher = createNameMatcher(
      new Map([
        ['甲乙丙', 1],
        ['丙丁戊', 2],
        ['丁戊', 3],
      ]),
    );
    expect(matcher.find('甲乙丙丁戊').map((match) => match.code)).toEqual([1, 3]);
  });

  it('keeps a short name beside a longer one that starts inside the name before', () => {
    const matcher = createNameMatcher(
      new Map([
        ['乙丙', 1],
        ['丙乙乙', 2],
        ['乙', 3],
      ]),
    );
    expect(matcher.find('乙丙乙乙').map((match) => match.code)).toEqual([1, 3, 3]);
  });

  it('agrees with the naive search on any text', () => {
    const word = fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '丁'), maxLength: 40 }),
        (words, text) => {
          const patterns = new Map(words.map((one, index) => [one, index]));
          expect(createNameMatcher(patterns).find(text)).toEqual(naive(patterns, text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
