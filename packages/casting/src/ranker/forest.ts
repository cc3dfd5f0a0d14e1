/** An ensemble of regression trees over rows of numbers; a candidate's score is the mean over the bags of the sums of its trees. */
export interface Forest {
  /** Numbers in a row. */
  width: number;
  bags: number;
  /** First node of every tree. */
  roots: Int32Array;
  /** Feature of an inner node, -1 for a leaf. */
  feature: Int16Array;
  /** A row goes left when its number is at most this; the score of a leaf. */
  value: Float32Array;
  left: Int32Array;
  right: Int32Array;
}

/** Score of the row that starts at `offset` of `rows`. */
export function forestScore(forest: Forest, rows: Float32Array, offset: number): number {
  const { roots, feature, value, left, right } = forest;
  let sum = 0;
  for (let t = 0; t < roots.length; t++) {
    let node = roots[t] ?? 0;
    let at = feature[node] ?? -1;
    while (at >= 0) {
      node = ((rows[offset + at] ?? 0) <= (value[node] ?? 0) ? left[node] : right[node]) ?? 0;
      at = feature[node] ?? -1;
    }
    sum += value[node] ?? 0;
  }
  return sum / forest.bags;
}

/** Scores of `count` rows that stand one behind the other. */
export function forestScores(forest: Forest, rows: Float32Array): Float64Array {
  const scores = new Float64Array(rows.length / forest.width);
  for (let r = 0; r < scores.length; r++) scores[r] = forestScore(forest, rows, r * forest.width);
  return scores;
}

/** Probabilities proportional to the exponential of the scores. */
export function softmax(scores: ArrayLike<number>): number[] {
  const list = Array.from(scores);
  const top = Math.max(...list);
  const powers = list.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
