import type { Suggestion } from '@huaben/casting';
import { linesOf, manuscriptFromText } from '@huaben/manuscript';
import { expect, test } from 'vitest';
import { changedSuggestions, sureSuggestions } from './suggestion-use.ts';

const suggestion = (lineId: string, roleId: string | null, probability: number): Suggestion => ({
  lineId,
  candidates: [{ roleId, name: roleId ?? '新人', probability }],
  confidence: probability,
  rule: 'explicit',
  evidence: null,
});
const byLine = (...list: Suggestion[]) => new Map(list.map((one) => [one.lineId, one]));

test('only sure suggestions with an existing role, on lines that wait', () => {
  let id = 0;
  const lines = linesOf(manuscriptFromText('“来！”“去！”“停！”“走！”', () => `l${(id += 1)}`));
  const [first, second, third, fourth] = lines;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error('four lines');
  const suggestions = byLine(
    suggestion('l1', 'r1', 0.95),
    suggestion('l2', 'r1', 0.89),
    suggestion('l3', null, 0.99),
    suggestion('l4', 'r2', 0.99),
  );
  expect(sureSuggestions([first, second, third, { ...fourth, roleId: 'r9' }], suggestions)).toEqual([
    { lineId: 'l1', roleId: 'r1', origin: 'rule', confidence: 0.95 },
  ]);
  expect(sureSuggestions([{ ...first, origin: 'human' }], suggestions)).toEqual([]);
});

test('counts lines whose first candidate became another one', () => {
  const before = byLine(suggestion('l1', 'r1', 0.5), suggestion('l2', 'r1', 0.5));
  const after = byLine(suggestion('l1', 'r1', 0.9), suggestion('l2', 'r2', 0.9), suggestion('l3', 'r2', 0.9));
  expect(changedSuggestions(before, after)).toBe(1);
});
