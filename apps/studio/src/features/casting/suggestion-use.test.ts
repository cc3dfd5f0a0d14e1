import type { Suggestion } from '@huaben/casting';
import { linesOf, manuscriptFromText } from '@huaben/manuscript';
import { expect, test } from 'vitest';
import { candidateLabel, changedSuggestions, suggestionsByLine, sureSuggestions } from './suggestion-use.ts';

const suggestion = (lineId: string, roleId: string | null, probability: number): Suggestion => ({
  lineId,
  candidates: [{ roleId, name: roleId ?? '新人', kind: 'person', probability }],
  confidence: probability,
  rule: 'explicit',
  category: 'explicit',
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

test('words that nobody speaks are offered as such and never marked as sure', () => {
  const nobody = { roleId: null, name: '非对白', kind: 'not-dialogue' as const, probability: 0.99 };
  const unlikely = { ...nobody, probability: 0.001 };
  const first = { ...suggestion('l1', 'r1', 0.99), candidates: [nobody] };
  const second = suggestion('l2', 'r1', 0.6);
  const known = suggestionsByLine([first, { ...second, candidates: [...second.candidates, unlikely] }]);
  expect(known.get('l1')?.candidates.map(candidateLabel)).toEqual(['不是台词']);
  expect(known.get('l2')?.candidates).toEqual(second.candidates);
  const [line] = linesOf(manuscriptFromText('“来！”', () => 'l1'));
  if (line === undefined) throw new Error('one line');
  expect(sureSuggestions([line], known)).toEqual([]);
});
