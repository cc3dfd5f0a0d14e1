import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextPieces } from './context-pieces.ts';

test('the sentence that decided and its words are cut out of the surroundings', () => {
  const { pieces, found } = contextPieces({
    before: '老周叹了口气，说道：',
    text: '“走吧。”',
    after: '窗外的雨小了。',
    evidence: { text: '老周叹了口气，说道：', from: 0, to: 2 },
  });
  expect(found).toBe(true);
  expect(pieces.map(({ text, line, evidence, decisive }) => [text, line, evidence, decisive])).toEqual([
    ['老周', false, true, true],
    ['叹了口气，说道：', false, true, false],
    ['“走吧。”', true, false, false],
    ['窗外的雨小了。', false, false, false],
  ]);
});

test('of equal sentences the one beside the line is meant; a distant one is told', () => {
  const item = { before: '他说：“好。”\n他说：', text: '“好。”', after: '', evidence: null };
  const near = contextPieces({ ...item, evidence: { text: '他说：', from: 0, to: 1 } });
  expect(near.pieces.find(({ decisive }) => decisive)).toMatchObject({ text: '他' });
  expect(near.pieces[0]?.evidence).toBe(false);
  expect(contextPieces({ ...item, evidence: { text: '远处的话', from: 0, to: 2 } }).found).toBe(false);
});

test('no text is lost or doubled, whatever the evidence says', () => {
  const words = fc.string({ maxLength: 12, unit: 'grapheme' });
  fc.assert(
    fc.property(
      words,
      words,
      words,
      words,
      fc.nat(14),
      fc.nat(14),
      (before, text, after, said, one, other) => {
        const [from = 0, to = 0] = [one, other].sort((a, b) => a - b);
        const { pieces } = contextPieces({ before, text, after, evidence: { text: said, from, to } });
        expect(pieces.map((piece) => piece.text).join('')).toBe(before + text + after);
      },
    ),
  );
});
