import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainMarginals } from './chain.ts';
import type { ChainStep } from './chain.ts';

/** Marginals by listing every sequence of speakers. */
function enumerate(steps: readonly ChainStep[]): number[][] {
  const totals = steps.map((step) => step.candidates.map(() => 0));
  let all = 0;
  const walk = (chosen: number[], weight: number): void => {
    const i = chosen.length;
    const step = steps[i];
    if (step === undefined) {
      all += Math.exp(weight);
      chosen.forEach((c, k) => {
        const row = totals[k];
        if (row !== undefined) row[c] = (row[c] ?? 0) + Math.exp(weight);
      });
      return;
    }
    step.candidates.forEach((person, c) => {
      const speakerAt = (k: number): number => steps[k]?.candidates[chosen[k] ?? 0] ?? -1;
      let gain = step.weights[c] ?? 0;
      if (i > 0 && person === speakerAt(i - 1)) gain += step.same;
      else if (i > 1 && person === speakerAt(i - 2)) gain += step.back;
      walk([...chosen, c], weight + gain);
    });
  };
  walk([], 0);
  return totals.map((row) => row.map((value) => value / all));
}

describe('chainMarginals', () => {
  it('alternates two speakers between anchors', () => {
    const open = (weights: number[]): ChainStep => ({
      candidates: [1, 2],
      weights,
      joined: true,
      same: -4,
      back: 3,
    });
    const result = chainMarginals([open([9, 0]), open([0, 0]), open([0, 0]), open([0, 0])]);
    expect(result.map((row) => ((row[0] ?? 0) > 0.5 ? 1 : 2))).toEqual([1, 2, 1, 2]);
  });

  it('gives nothing for a step without candidates and survives it', () => {
    const empty: ChainStep = { candidates: [], weights: [], joined: true, same: 0, back: 0 };
    const one: ChainStep = { candidates: [7], weights: [2], joined: true, same: -1, back: 1 };
    expect(chainMarginals([one, empty, one])).toEqual([[1], [], [1]]);
  });

  it('equals full enumeration on short chains', () => {
    const weight = fc.double({ min: -4, max: 4, noNaN: true });
    const step = fc
      .record({
        candidates: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
        same: weight,
        back: weight,
        pool: fc.array(weight, { minLength: 3, maxLength: 3 }),
      })
      .map(({ candidates, same, back, pool }): ChainStep => ({
        candidates,
        weights: pool.slice(0, candidates.length),
        joined: true,
        same,
        back,
      }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        const expected = enumerate(steps);
        chainMarginals(steps).forEach((row, i) =>
          row.forEach((value, c) => expect(value).toBeCloseTo(expected[i]?.[c] ?? -1, 6)),
        );
      }),
    );
  });

  it('cuts the chain where a step is not joined', () => {
    const anchor: ChainStep = { candidates: [1, 2], weights: [9, 0], joined: true, same: -4, back: 0 };
    const apart: ChainStep = { candidates: [1, 2], weights: [0, 0], joined: false, same: -4, back: 0 };
    expect(chainMarginals([anchor, apart])[1]).toEqual([0.5, 0.5]);
  });
});
