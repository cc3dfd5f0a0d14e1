import { binRows } from './bins.ts';
import { growTree } from './grow-tree.ts';
import type { GrownTree } from './grow-tree.ts';
import { seededRandom } from './random.ts';

/** Lines to learn from: each has some rows, of which at least one is right. */
export interface Examples {
  width: number;
  /** Rows of all lines, one behind the other. */
  rows: Float32Array;
  /** First row of each line, and the end of the last. */
  lines: Int32Array;
  /** 1 for a right row. */
  right: Uint8Array;
  weights: Float64Array;
}

export interface ForestOptions {
  seed: number;
  bags: number;
  trees: number;
  leaves: number;
  shrinkage: number;
  /** Added to a leaf's curvature: holds small leaves near 0. */
  ridge: number;
  /** Least curvature of a leaf. */
  leastCurvature: number;
  /** Shares of lines and of features that a tree sees. */
  lineShare: number;
  featureShare: number;
}

/**
 * Boosted trees for the softmax over the candidates of a line: the loss is minus the log of the right candidates'
 * probability. The same examples and options give the same trees.
 */
export function growForest(examples: Examples, options: ForestOptions): GrownTree[][] {
  const binned = binRows(examples.rows, examples.width);
  return Array.from({ length: options.bags }, (_, bag) => {
    const random = seededRandom(options.seed + 1000 * bag);
    const scores = new Float64Array(examples.right.length);
    const trees: GrownTree[] = [];
    for (let t = 0; t < options.trees; t++) {
      const { gradient, curvature, chosen } = sampledGradients(examples, scores, options.lineShare, random);
      const features = pickFeatures(examples.width, options.featureShare, random);
      const tree = growTree(binned, gradient, curvature, chosen, features, options);
      tree.assign(scores);
      trees.push(tree);
    }
    return trees;
  });
}

function sampledGradients(
  { lines, right, weights }: Examples,
  scores: Float64Array,
  share: number,
  random: () => number,
): { gradient: Float64Array; curvature: Float64Array; chosen: Int32Array } {
  const gradient = new Float64Array(right.length);
  const curvature = new Float64Array(right.length);
  const chosen: number[] = [];
  for (let i = 0; i + 1 < lines.length; i++) {
    if (random() >= share) continue;
    const [from, to] = [lines[i] ?? 0, lines[i + 1] ?? 0];
    let top = -Infinity;
    for (let r = from; r < to; r++) top = Math.max(top, scores[r] ?? 0);
    let all = 0;
    let good = 0;
    for (let r = from; r < to; r++) {
      const power = Math.exp((scores[r] ?? 0) - top);
      all += power;
      if (right[r] === 1) good += power;
    }
    const weight = weights[i] ?? 1;
    for (let r = from; r < to; r++) {
      const power = Math.exp((scores[r] ?? 0) - top);
      const chance = power / all;
      gradient[r] = weight * (chance - (right[r] === 1 ? power / good : 0));
      curvature[r] = weight * Math.max(1e-6, chance * (1 - chance));
      chosen.push(r);
    }
  }
  return { gradient, curvature, chosen: Int32Array.from(chosen) };
}

function pickFeatures(width: number, share: number, random: () => number): number[] {
  const picked = Array.from({ length: width }, (_, f) => f).filter(() => random() < share);
  return picked.length > 0 ? picked : [Math.floor(random() * width)];
}
