import { expect, it } from 'vitest';
import { sinceWords, timeOf } from './time-words.ts';

const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
const now = new Date(2026, 2, 5, 14, 30).getTime();

it.each([
  [at(2026, 2, 5, 14, 30), '刚刚'],
  [at(2026, 2, 5, 14, 31), '刚刚'],
  [at(2026, 2, 5, 14, 18), '12 分钟前'],
  [at(2026, 2, 5, 9, 5), '今天 09:05'],
  [at(2026, 2, 4, 23, 59), '昨天 23:59'],
  [at(2026, 0, 2, 8, 0), '1月2日'],
  [at(2025, 11, 31, 8, 0), '2025年12月31日'],
])('%s reads %s', (instant, words) => {
  expect(sinceWords(instant, now)).toBe(words);
});

it('gives the full time with seconds', () => {
  expect(timeOf(new Date(2026, 2, 5, 14, 2, 11).toISOString())).toBe('2026-03-05 14:02:11');
});
