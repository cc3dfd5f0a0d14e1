import type { BinnedRows } from './bins.ts';

/** A node: an inner one has a feature and a threshold (left when at most), a leaf feature -1 and a score. */
export interface TreeNode {
  feature: number;
  value: number;
  left: number;
  right: number;
}

/** A tree; node 0 is its root. */
export interface GrownTree {
  nodes: readonly TreeNode[];
  /** Adds the tree's score to every row's. */
  assign(scores: Float64Array): void;
}

export interface TreeOptions {
  leaves: number;
  shrinkage: number;
  ridge: number;
  leastCurvature: number;
}

interface Split {
  gain: number;
  feature: number;
  bin: number;
}

interface Leaf {
  node: number;
  rows: Int32Array;
  gradient: number;
  curvature: number;
  split: Split | null;
}

const LEAST_GAIN = 0.05;

/** Grows a tree leaf by leaf, always where the loss falls most (second-order gain over histograms). */
export function growTree(
  binned: BinnedRows,
  gradient: Float64Array,
  curvature: Float64Array,
  chosen: Int32Array,
  features: readonly number[],
  options: TreeOptions,
): GrownTree {
  const nodes: (TreeNode & { bin: number })[] = [];
  const newLeaf = (rows: Int32Array): Leaf => {
    let g = 0;
    let h = 0;
    for (const r of rows) {
      g += gradient[r] ?? 0;
      h += curvature[r] ?? 0;
    }
    const score = (-options.shrinkage * g) / (h + options.ridge);
    nodes.push({ feature: -1, value: Math.fround(score), left: 0, right: 0, bin: 0 });
    const split = bestSplit(binned, gradient, curvature, rows, g, h, features, options);
    return { node: nodes.length - 1, rows, gradient: g, curvature: h, split };
  };
  const leaves = [newLeaf(chosen)];
  while (leaves.length < options.leaves) {
    let best: Leaf | null = null;
    for (const leaf of leaves)
      if (leaf.split !== null && leaf.split.gain > (best?.split?.gain ?? LEAST_GAIN)) best = leaf;
    const split = best?.split;
    const node = nodes[best?.node ?? -1];
    if (best === null || split === null || split === undefined || node === undefined) break;
    const { count, bins } = binned;
    const goesLeft = (r: number): boolean => (bins[split.feature * count + r] ?? 0) <= split.bin;
    leaves.splice(leaves.indexOf(best), 1);
    const left = newLeaf(best.rows.filter(goesLeft));
    const right = newLeaf(best.rows.filter((r) => !goesLeft(r)));
    leaves.push(left, right);
    node.feature = split.feature;
    node.bin = split.bin;
    node.value = binned.edges[split.feature]?.[split.bin] ?? 0;
    node.left = left.node;
    node.right = right.node;
  }
  return {
    nodes,
    assign: (scores) => {
      for (let r = 0; r < binned.count; r++) {
        let node = nodes[0];
        while (node !== undefined && node.feature >= 0) {
          node =
            nodes[(binned.bins[node.feature * binned.count + r] ?? 0) <= node.bin ? node.left : node.right];
        }
        scores[r] = (scores[r] ?? 0) + (node?.value ?? 0);
      }
    },
  };
}

function bestSplit(
  { count, bins, edges }: BinnedRows,
  gradient: Float64Array,
  curvature: Float64Array,
  rows: Int32Array,
  allG: number,
  allH: number,
  features: readonly number[],
  { ridge, leastCurvature }: TreeOptions,
): Split | null {
  if (allH < 2 * leastCurvature) return null;
  const parent = (allG * allG) / (allH + ridge);
  let best: Split | null = null;
  const histG = new Float64Array(256);
  const histH = new Float64Array(256);
  for (const feature of features) {
    const size = (edges[feature]?.length ?? 0) + 1;
    if (size < 2) continue;
    histG.fill(0, 0, size);
    histH.fill(0, 0, size);
    const base = feature * count;
    for (const r of rows) {
      const bin = bins[base + r] ?? 0;
      histG[bin] = (histG[bin] ?? 0) + (gradient[r] ?? 0);
      histH[bin] = (histH[bin] ?? 0) + (curvature[r] ?? 0);
    }
    let g = 0;
    let h = 0;
    for (let bin = 0; bin + 1 < size; bin++) {
      g += histG[bin] ?? 0;
      h += histH[bin] ?? 0;
      if (h < leastCurvature || allH - h < leastCurvature) continue;
      const gain = (g * g) / (h + ridge) + ((allG - g) * (allG - g)) / (allH - h + ridge) - parent;
      if (gain > (best?.gain ?? 0)) best = { gain, feature, bin };
    }
  }
  return best;
}
