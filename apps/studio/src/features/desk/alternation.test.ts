import { linesOf, manuscriptFromText } from '@huaben/manuscript';
import type { LineInfo } from '@huaben/manuscript';
import { expect, test } from 'vitest';
import { alternationAt } from './alternation.ts';

function talk(roles: readonly (string | null)[]): LineInfo[] {
  let id = 0;
  const text = roles.map(() => '“好。”').join('\n');
  const lines = linesOf(manuscriptFromText(text, () => `l${(id += 1)}`));
  return lines.map((line, index) => ({ ...line, roleId: roles[index] ?? null }));
}

test('goes on with who would answer, as far as lines wait', () => {
  const lines = talk(['x', 'y', null, null, null, 'z', null]);
  expect(alternationAt(lines, 'l3', 'A')).toEqual({ lineIds: ['l3', 'l4', 'l5'], roles: ['x', 'y'] });
  expect(alternationAt(lines, 'l3', 'B')?.roles).toEqual(['y', 'x']);
});

test('needs two speakers before', () => {
  expect(alternationAt(talk(['x', 'x', null]), 'l3', 'A')).toBeNull();
  expect(alternationAt(talk([null]), 'l1', 'A')).toBeNull();
});

test('ends where narration takes over', () => {
  const lines = talk(['x', 'y', null, null]).map((line, index) =>
    index === 3 ? { ...line, paragraph: 30 } : line,
  );
  expect(alternationAt(lines, 'l3', 'A')?.lineIds).toEqual(['l3']);
});
