/** Rows whose numbers are replaced by the index of the interval they lie in. */
export interface BinnedRows {
  width: number;
  count: number;
  /** Feature by feature: bin of row r for feature f at f * count + r. */
  bins: Uint8Array;
  /** Upper ends of all intervals but the last, per feature. */
  edges: readonly Float32Array[];
}

const MOST_BINS = 48;

/** Cuts every feature into at most 48 intervals with about equally many rows. */
export function binRows(rows: Float32Array, width: number): BinnedRows {
  const count = rows.length / width;
  const bins = new Uint8Array(width * count);
  const edges: Float32Array[] = [];
  for (let f = 0; f < width; f++) {
    const column = new Float32Array(count);
    for (let r = 0; r < count; r++) column[r] = rows[r * width + f] ?? 0;
    const own = edgesOf(column);
    edges.push(own);
    for (let r = 0; r < count; r++) bins[f * count + r] = binOf(own, column[r] ?? 0);
  }
  return { width, count, bins, edges };
}

function edgesOf(column: Float32Array): Float32Array {
  const sorted = column.slice().sort();
  const distinct = [...new Set(sorted)];
  const middle = (low: number, high: number): number => Math.fround((low + high) / 2);
  if (distinct.length <= MOST_BINS)
    return Float32Array.from(distinct.slice(1), (high, i) => middle(distinct[i] ?? 0, high));
  const edges: number[] = [];
  for (let b = 1; b < MOST_BINS; b++) {
    const at = Math.floor((b * sorted.length) / MOST_BINS);
    const edge = middle(sorted[at - 1] ?? 0, sorted[at] ?? 0);
    if (edge > (edges.at(-1) ?? -Infinity)) edges.push(edge);
  }
  return Float32Array.from(edges);
}

function binOf(edges: Float32Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
