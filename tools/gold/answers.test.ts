import { describe, expect, it } from 'vitest';
import { applyAnswers, numberedText } from './answers.ts';
import { findQuotes } from './find-quotes.ts';

const TEXT = '甲笑道：“来了。”\n\n“来了，\n\n“真来了。”门上写着“福”字。';
const quotes = findQuotes(TEXT);

describe('findQuotes', () => {
  it('finds speeches, terms, and each paragraph of a speech that runs over several', () => {
    expect(quotes.map((quote) => quote.text)).toEqual(['“来了。”', '“来了，', '“真来了。”', '“福”']);
    expect(quotes.map((quote) => TEXT.slice(quote.start, quote.end))).toEqual(
      quotes.map((quote) => quote.text),
    );
    expect(quotes.map((quote) => quote.id)).toEqual(['q1', 'q2', 'q3', 'q4']);
  });
});

describe('applyAnswers', () => {
  it('reads numbers, ranges, categories and notes', () => {
    const labelled = applyAnswers(quotes, '# 第一回\n1 甲 e\n\n2-3 匿名 l 门外的 声音\n4 非对白 字条\n');
    expect(labelled.map((quote) => [quote.speaker, quote.category, quote.note])).toEqual([
      ['甲', 'explicit', undefined],
      ['匿名', 'latent', '门外的 声音'],
      ['匿名', 'latent', '门外的 声音'],
      ['非对白', null, '字条'],
    ]);
  });

  it('leaves the others without a label', () => {
    expect(applyAnswers(quotes, '1 甲 e')[1]).toMatchObject({ speaker: '', category: null });
  });

  it.each(['5 甲 e', '1 甲 e\n1 乙 e', '甲 1 e', '1'])('refuses %j', (answers) => {
    expect(() => applyAnswers(quotes, answers)).toThrow(/quotation|answer/i);
  });
});

describe('numberedText', () => {
  it('puts a number before each quotation and drops blank lines', () => {
    expect(numberedText(TEXT, quotes)).toBe(
      '甲笑道：⟦1⟧“来了。”\n⟦2⟧“来了，\n⟦3⟧“真来了。”门上写着⟦4⟧“福”字。',
    );
  });
});
