import { expect, test } from 'vitest';
import type { FoundName } from '../marking.types.ts';
import { changeRow, doubledNames, hasNews, joinRows, rosterRows, wantSpeaking } from './roster-edit.ts';

const found = (name: string, more: Partial<FoundName> = {}): FoundName => ({
  name,
  aliases: [],
  sex: '',
  lines: 3,
  mentions: 9,
  role: null,
  ...more,
});
const baoyu = { id: 'r1', name: '宝玉', discarded: false };

test('names without a role are offered, silent ones unticked; known roles only with a new alias', () => {
  const rows = rosterRows(
    [
      found('黛玉'),
      found('荣国府', { lines: 0 }),
      found('宝玉', { role: baoyu }),
      found('宝二爷', { role: baoyu }),
      found('秦钟', { role: { ...baoyu, id: 'r2', discarded: true } }),
    ],
    () => ['宝玉'],
  );
  expect(rows.map(({ name, wanted, into }) => [name, wanted, into?.id ?? null])).toEqual([
    ['黛玉', true, null],
    ['荣国府', false, null],
    ['宝二爷', true, 'r1'],
  ]);
  expect(hasNews(rows)).toBe(true);
  expect(hasNews(rosterRows([found('荣国府', { lines: 0 })], () => []))).toBe(false);
});

test('ticks by lines keep what belongs to a role', () => {
  const rows = rosterRows(
    [found('黛玉', { lines: 12 }), found('茗烟'), found('宝二爷', { lines: 0, role: baoyu })],
    () => [],
  );
  expect(wantSpeaking(rows, 10).map(({ wanted }) => wanted)).toEqual([true, false, true]);
});

test('joining keeps the first name, gathers aliases and lines, and takes over sex and role', () => {
  const rows = rosterRows(
    [found('凤姐', { aliases: ['凤丫头'] }), found('王熙凤', { sex: 'female' }), found('平儿')],
    () => [],
  );
  const [joined, other, ...none] = joinRows(rows, new Set(['凤姐', '王熙凤']));
  expect(none).toEqual([]);
  expect(other?.name).toBe('平儿');
  expect(joined).toMatchObject({ name: '凤姐', aliases: ['凤丫头', '王熙凤'], sex: 'female', lines: 6 });
  expect(joinRows(rows, new Set(['平儿']))).toEqual(rows);
});

test('a renamed row keeps its old name as an alias, and doubled names are told', () => {
  const rows = changeRow(
    rosterRows([found('阿Q', { aliases: ['阿桂'] }), found('阿贵')], () => []),
    '阿Q',
    {
      name: '阿桂',
    },
  );
  expect(rows[0]).toMatchObject({ key: '阿Q', name: '阿桂', aliases: ['阿Q'] });
  expect(doubledNames(rows)).toEqual([]);
  expect(doubledNames(changeRow(rows, '阿贵', { aliases: ['阿桂'] }))).toEqual(['阿桂']);
  expect(doubledNames(changeRow(rows, '阿贵', { aliases: ['阿桂'], wanted: false }))).toEqual([]);
});
