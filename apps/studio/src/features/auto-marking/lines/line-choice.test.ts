import type { LineInfo } from '@huaben/manuscript';
import { expect, test } from 'vitest';
import { linesShown } from './line-choice.ts';

const line = (lineId: string, more: Partial<LineInfo>): LineInfo => ({
  lineId,
  roleId: null,
  kind: 'dialogue',
  origin: 'rule',
  confidence: null,
  inserted: false,
  from: 0,
  to: 1,
  paragraph: 0,
  text: '来！',
  ...more,
});

test('what a person marked is never offered for another marking', () => {
  const lines = [
    line('open', {}),
    line('sure', { roleId: 'r', confidence: 0.99 }),
    line('unsure', { roleId: 'r', confidence: 0.6 }),
    line('hand', { roleId: 'r', origin: 'human' }),
    line('hand narration', { kind: 'narration', origin: 'human' }),
  ];
  const ids = (filter: Parameters<typeof linesShown>[1]) =>
    linesShown(lines, filter).map((one) => one.lineId);
  expect(ids('machine')).toEqual(['open', 'sure', 'unsure']);
  expect(ids('unsure')).toEqual(['open', 'unsure']);
  expect(ids('open')).toEqual(['open']);
  expect(ids('all')).toHaveLength(5);
});
