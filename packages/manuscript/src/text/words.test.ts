import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from './words.ts';

describe('countWords', () => {
  it.each([
    ['', 0, 0],
    ['你好，世界！', 4, 6],
    ['　　“你好……”', 2, 6],
    ['他有 iPhone 15 Pro。', 5, 6],
    ["don't 3.14 1,000", 3, 3],
    ['e-mail', 2, 3],
    ['阿Ｑ正传', 4, 4],
    ['abc中文def', 4, 4],
    ['こんにちは', 5, 5],
    ['한국어', 3, 3],
    ['😀', 1, 1],
    ['👨‍👩‍👧👍🏽', 2, 2],
    ['🇨🇳🇫🇷', 2, 2],
    ['𠮷野', 2, 2],
    ['二〇二六年', 5, 5],
    ['café', 1, 1],
    ['a.', 1, 2],
    ['——', 0, 2],
    [' \t\n\u3000', 0, 0],
  ])('counts %j as %i words, %i with punctuation', (text, words, all) => {
    expect(countWords(text)).toBe(words);
    expect(countWords(text, { punctuation: true })).toBe(all);
  });

  it('adds up over parts that are cut at white space', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        (left, right, punctuation) => {
          const whole = countWords(`${left}\n${right}`, { punctuation });
          expect(whole).toBe(countWords(left, { punctuation }) + countWords(right, { punctuation }));
          expect(countWords(left)).toBeLessThanOrEqual(countWords(left, { punctuation: true }));
        },
      ),
    );
  });
});
