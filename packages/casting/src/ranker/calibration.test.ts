import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated, rescaled } from './calibration.ts';
import { unpackForest } from './pack-forest.ts';
import { openRanking } from './ranking.ts';
import { trainedCurves } from './trained-ranker.ts';
import { WEIGHTS } from './weights.ts';

describe('calibrated', () => {
  it('runs straight between the points and level beyond them', () => {
    const curve = [[0.2, 0.1] as const, [0.6, 0.5] as const];
    expect([0, 0.2, 0.4, 0.6, 1].map((chance) => calibrated(curve, chance))).toEqual([
      0.1,
      0.1,
      expect.closeTo(0.3),
      0.5,
      0.5,
    ]);
  });

  it('leaves a chance alone without points', () => expect(calibrated([], 0.7)).toBe(0.7));
});

describe('rescaled', () => {
  it('keeps the order and never exceeds 1', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(chance, { minLength: 1, maxLength: 3 }), chance, (raw, first) => {
        const sum = Math.max(
          1,
          raw.reduce((total, one) => total + one, 0),
        );
        const chances = raw.map((one) => one / sum).sort((a, b) => b - a);
        const result = rescaled(chances, first);
        expect(result).toEqual([...result].sort((a, b) => b - a));
        expect(result.reduce((total, one) => total + one, 0)).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe('the committed weights', () => {
  const ranking = openRanking({
    paragraphs: [{ text: '“走。”', quotes: [{ lineId: 'a', from: 0, to: 4, roleId: null, origin: 'rule' }] }],
    roster: [],
    discovered: [],
  });

  it('were trained on the features of today', () => {
    expect(unpackForest(WEIGHTS.local).width).toBe(ranking.local.names.length);
    const final = ranking.final([[0, 0, 0]], [[0.5, 0.3, 0.2]]);
    expect(unpackForest(WEIGHTS.final).width).toBe(final.names.length);
  });

  it('have rising calibration curves below 1', () => {
    for (const curve of Object.values(trainedCurves())) {
      expect(curve.length).toBeGreaterThan(0);
      for (const [i, [chance, right]] of curve.entries()) {
        expect(chance).toBeGreaterThan(curve[i - 1]?.[0] ?? 0);
        expect(right).toBeGreaterThanOrEqual(curve[i - 1]?.[1] ?? 0);
        expect(right).toBeLessThan(1);
      }
    }
  });
});
