/** The value below which a share of the samples lies, by linear interpolation; NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The middle of the samples. */
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** A figure with at most three digits that mean something. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Median and, in brackets, smallest and largest. */
export function spread(samples: readonly number[]): string {
  if (samples.length === 0) return '–';
  if (samples.length === 1) return short(median(samples));
  return `${short(median(samples))} (${short(Math.min(...samples))}–${short(Math.max(...samples))})`;
}

/** Members of two equally long series divided one by one: the ratios of the repeats. */
export const ratios = (above: readonly number[], below: readonly number[]): number[] =>
  above.slice(0, below.length).map((value, index) => value / (below[index] ?? NaN));
