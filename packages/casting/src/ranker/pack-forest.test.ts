import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import { forestScore, forestScores, softmax } from './forest.ts';
import type { Forest } from './forest.ts';
import { packForest, unpackForest } from './pack-forest.ts';

/** Two bags of one tree: x ≤ 1 ? 2 : (y ≤ 0 ? 4 : 6), and a lone leaf 10. */
const forest: Forest = {
  width: 2,
  bags: 2,
  roots: Int32Array.from([0, 5]),
  feature: Int16Array.from([0, -1, 1, -1, -1, -1]),
  value: Float32Array.from([1, 2, 0, 4, 6, 10]),
  left: Int32Array.from([1, 1, 3, 3, 4, 5]),
  right: Int32Array.from([2, 1, 4, 3, 4, 5]),
};

describe('forest', () => {
  it('scores rows with the mean over its bags', () => {
    const rows = Float32Array.from([1, 9, 2, 0, 2, 1]);
    expect([...forestScores(forest, rows)]).toEqual([6, 7, 8]);
    expect(forestScore(forest, rows, 2)).toBe(7);
  });

  it('survives packing, and refuses text that is cut short', () => {
    const text = packForest(forest);
    expect(unpackForest(text)).toEqual(forest);
    expect(() => unpackForest(text.slice(0, -8))).toThrow(RangeError);
  });

  it('gives probabilities that sum to 1 in the order of the scores', () => {
    const chances = softmax([1000, 999, -1000]);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
    expect(chances).toEqual([...chances].sort((a, b) => b - a));
  });
});

describe('base64', () => {
  it('brings any bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect([...fromBase64(toBase64(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  it('agrees with the common form', () =>
    expect(toBase64(Uint8Array.from([77, 97, 110, 255]))).toBe('TWFu/w'));
});
