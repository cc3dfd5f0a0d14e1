import { describe, expect, it } from 'vitest';
import { applyAnswers } from './answers.ts';
import { findQuotes } from './find-quotes.ts';
import { differences, differencesInText, settle } from './settlement.ts';

const TEXT = '门开了。\n甲笑道：“来了。”\n\n乙哼了一声。“来了？”\n丙说：“坐。”\n丁看着。\n戊走了。\n';
const pass = (answers: string): ReturnType<typeof applyAnswers> => applyAnswers(findQuotes(TEXT), answers);
const A = pass('1 甲 e\n2 乙 l 冷笑\n3 丙 e');
const B = pass('1 甲 e 甲先到\n2 乙 e\n3 丁 e');

describe('differences', () => {
  it('are those of speaker or category, not of notes', () => {
    expect(differences(A, B).map(({ number, second }) => [number, second.speaker])).toEqual([
      [2, '乙'],
      [3, '丁'],
    ]);
  });

  it('need two complete passes over the same quotations', () => {
    expect(() => differences(A, pass('1 甲 e\n2 乙 l'))).toThrow('3 lacks a label');
    expect(() => differences(A, B.slice(1))).toThrow('not over the same');
    expect(() => differences(A, B.toReversed())).toThrow('part at q1');
  });
});

describe('differencesInText', () => {
  it('shows the lines around with both labels below', () => {
    expect(differencesInText(TEXT, A, differences(A, B).slice(0, 1), 1)).toBe(
      [
        '…',
        '甲笑道：⟦1⟧“来了。”',
        '乙哼了一声。⟦2⟧“来了？”',
        '  >> 2 a: 乙 latent (冷笑)',
        '  >> 2 b: 乙 explicit',
        '丙说：⟦3⟧“坐。”',
      ].join('\n'),
    );
  });
});

describe('settle', () => {
  it('takes the common label and the decisions, and notes both where the speaker differed', () => {
    const settled = settle(A, B, '2 乙 l\n3 丙 e 丁在看');
    expect(settled.map(({ speaker, category, note }) => [speaker, category, note])).toEqual([
      ['甲', 'explicit', '甲先到'],
      ['乙', 'latent', '冷笑'],
      ['丙', 'explicit', '两读不同：丙 / 丁；丁在看'],
    ]);
    expect(settled.map(({ start, end }) => TEXT.slice(start, end))).toEqual(settled.map(({ text }) => text));
  });

  it('needs no decision where the passes agree', () => {
    expect(settle(A, A, '')).toEqual(A);
  });

  it('refuses a difference left open and a decision where there is no difference', () => {
    expect(() => settle(A, B, '2 乙 l')).toThrow('3 is not decided');
    expect(() => settle(A, B, '1 甲 e\n2 乙 l\n3 丙 e')).toThrow('agree on quotation 1');
  });
});
