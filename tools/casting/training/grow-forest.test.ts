import { describe, expect, it } from 'vitest';
import { binRows } from './bins.ts';
import { fitCurve } from './calibrate.ts';
import { growForest } from './grow-forest.ts';
import type { Examples, ForestOptions } from './grow-forest.ts';
import { seededRandom } from './random.ts';

const options: ForestOptions = {
  seed: 3,
  bags: 2,
  trees: 30,
  leaves: 4,
  shrinkage: 0.2,
  ridge: 1,
  leastCurvature: 0.5,
  lineShare: 0.8,
  featureShare: 1,
};

/** 300 lines of three candidates: right is the one with the largest first number; the second number is noise. */
function examples(): Examples {
  const random = seededRandom(9);
  const rows: number[] = [];
  const right: number[] = [];
  for (let line = 0; line < 300; line++) {
    const own = [random(), random(), random()];
    for (const value of own) {
      rows.push(value, random());
      right.push(value === Math.max(...own) ? 1 : 0);
    }
  }
  return {
    width: 2,
    rows: Float32Array.from(rows),
    lines: Int32Array.from({ length: 301 }, (_, i) => 3 * i),
    right: Uint8Array.from(right),
    weights: new Float64Array(300).fill(1),
  };
}

describe('growForest', () => {
  const learned = examples();
  const bags = growForest(learned, options);

  it('learns what makes a candidate right', () => {
    const scores = new Float64Array(learned.right.length);
    for (const tree of bags.flat()) tree.assign(scores);
    let correct = 0;
    for (let r = 0; r < scores.length; r += 3) {
      const own = [...scores.subarray(r, r + 3)];
      if (learned.right[r + own.indexOf(Math.max(...own))] === 1) correct++;
    }
    expect(correct).toBeGreaterThan(255);
  });

  it('grows the same trees from the same examples', () => {
    const nodes = (forest: typeof bags): unknown => forest.map((bag) => bag.map((tree) => tree.nodes));
    expect(nodes(growForest(learned, options))).toEqual(nodes(bags));
  });
});

describe('binRows', () => {
  it('keeps the order of the numbers and has an edge between its bins', () => {
    const { bins, edges } = binRows(Float32Array.from([3, 1, 2, 2, 9]), 1);
    expect([...bins]).toEqual([2, 0, 1, 1, 3]);
    expect([...(edges[0] ?? [])]).toEqual([1.5, 2.5, 6]);
  });
});

describe('fitCurve', () => {
  it('lowers chances that promise too much, and rises', () => {
    const random = seededRandom(5);
    const outcomes = Array.from({ length: 2000 }, () => {
      const chance = 0.5 + random() / 2;
      return { chance, right: random() < chance - 0.2 };
    });
    const curve = fitCurve(outcomes);
    const at = (x: number): number => curve.find(([chance]) => chance === x)?.[1] ?? 0;
    expect(at(0.9)).toBeGreaterThan(0.6);
    expect(at(0.9)).toBeLessThan(0.8);
    expect(curve.map(([, right]) => right)).toEqual(curve.map(([, right]) => right).sort((a, b) => a - b));
  });

  it('trusts the chance when there is nothing to learn from', () => {
    for (const [chance, right] of fitCurve([])) expect(right).toBeCloseTo(chance, 3);
  });
});
