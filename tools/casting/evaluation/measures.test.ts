import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { coverageOf, reliability } from './confidence.ts';
import { shareOf } from './intervals.ts';

function answer(confidence: number, right: boolean): Answer {
  return {
    book: 'a',
    chapter: '1',
    id: 'q1',
    speaker: '老郑',
    category: 'latent',
    said: right ? '老郑' : '老王',
    confidence,
    right,
    outOfReach: false,
    invented: false,
    rule: 'explicit',
    read: 'explicit',
  };
}

describe('coverageOf', () => {
  it('goes on past a mistake when later lines make up for it', () => {
    const answers = [
      answer(0.99, false),
      ...Array.from({ length: 40 }, () => answer(0.9, true)),
      answer(0.1, false),
    ];
    expect(coverageOf(answers)).toMatchObject({
      reached: 41 / 42,
      threshold: 0.9,
      accepted: 1 / 42,
      acceptedPrecision: 0,
    });
  });

  it('does not pick the right ones among lines of equal confidence', () => {
    const answers = [...Array.from({ length: 9 }, () => answer(0.9, true)), answer(0.9, false)];
    expect(coverageOf(answers).reached).toBe(0);
  });
});

describe('reliability', () => {
  it('puts full confidence into the last bin', () => {
    expect(reliability([answer(1, true), answer(0.95, false)])[9]).toMatchObject({
      n: 2,
      meanConfidence: 0.975,
      accuracy: 0.5,
    });
  });
});

describe('shareOf', () => {
  it('gives an interval around the share, the same every time', () => {
    const groups = [
      { right: 9, all: 10 },
      { right: 5, all: 10 },
      { right: 0, all: 0 },
    ];
    const { n, share, low, high } = shareOf(groups);
    expect([n, share, low, high]).toEqual([20, 0.7, 0.5, 0.9]);
    expect(shareOf(groups)).toEqual(shareOf(groups));
  });

  it('has no share of nothing', () => {
    expect(shareOf([]).share).toBeNull();
  });
});
