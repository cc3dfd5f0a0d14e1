import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secondsLeft, withSample } from './work-pace.ts';
import type { PaceSample } from './work-pace.ts';
import { timeLeftText } from './time-left.ts';

const watch = (pairs: readonly (readonly [number, number])[]): PaceSample[] =>
  pairs.reduce<PaceSample[]>((list, [atMs, done]) => withSample(list, { atMs, done }), []);

describe('secondsLeft', () => {
  it('says nothing before it has seen progress', () => {
    expect(secondsLeft([], 10, 0)).toBeNull();
    expect(secondsLeft(watch([[0, 3]]), 10, 9000)).toBeNull();
    expect(
      secondsLeft(
        watch([
          [0, 3],
          [500, 4],
        ]),
        10,
        500,
      ),
    ).toBeNull();
  });

  it('is exact for steady work, whatever the pace', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 100, max: 4000 }), (rest, stepMs) => {
        const seen = watch(Array.from({ length: 40 }, (_, index) => [index * stepMs, index] as const));
        const left = secondsLeft(seen, 39 + rest, 39 * stepMs);
        expect(left).toBeCloseTo((rest * stepMs) / 1000, 6);
      }),
    );
  });

  it('counts down between two observations and never below zero', () => {
    const seen = watch([
      [0, 0],
      [10_000, 10],
    ]);
    expect(secondsLeft(seen, 20, 14_000)).toBeCloseTo(6);
    expect(secondsLeft(seen, 20, 99_000)).toBe(0);
  });

  it('forgets work that began again, and ignores repeated news', () => {
    expect(
      watch([
        [0, 5],
        [100, 2],
      ]),
    ).toEqual([{ atMs: 100, done: 2 }]);
    expect(
      watch([
        [0, 5],
        [100, 5],
      ]),
    ).toEqual([{ atMs: 0, done: 5 }]);
  });

  it('follows the pace of the last half minute', () => {
    const slowThenFast = watch([
      [0, 0],
      [60_000, 1],
      [61_000, 11],
      [62_000, 21],
      [63_000, 31],
    ]);
    expect(secondsLeft(slowThenFast, 41, 63_000)).toBeCloseTo(1);
  });
});

describe('words for time', () => {
  it('is as rough as its knowledge', () => {
    expect([null, 3, 12, 61, 3599, 7260].map(timeLeftText)).toEqual([
      '正在估算剩余时间',
      '马上就好',
      '约剩 15 秒',
      '约剩 2 分钟',
      '约剩 60 分钟',
      '约剩 2 小时 1 分',
    ]);
  });
});
