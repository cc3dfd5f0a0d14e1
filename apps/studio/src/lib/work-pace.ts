/** How many were done at a moment of a monotonic clock. */
export interface PaceSample {
  readonly atMs: number;
  readonly done: number;
}

/** Older observations say little about the pace of now. */
const WINDOW_MS = 30_000;
/** Below this span a pace is noise. */
const LEAST_SPAN_MS = 2_000;

/** Adds an observation and drops what is too old; work that starts again starts a new row. */
export function withSample(samples: readonly PaceSample[], sample: PaceSample): PaceSample[] {
  const last = samples[samples.length - 1];
  if (last !== undefined && sample.done < last.done) return [sample];
  if (last !== undefined && sample.done === last.done) return [...samples];
  const young = samples.filter((old) => sample.atMs - old.atMs <= WINDOW_MS);
  // One older sample keeps a slow pace measurable.
  const anchor = young.length === 0 && last !== undefined ? [last] : young;
  return [...anchor, sample];
}

/** Seconds until `total` is reached at the observed pace, or null while too little has been seen. */
export function secondsLeft(samples: readonly PaceSample[], total: number, nowMs: number): number | null {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (first === undefined || last === undefined || last.done <= first.done) return null;
  const span = last.atMs - first.atMs;
  if (span < LEAST_SPAN_MS) return null;
  const perMs = (last.done - first.done) / span;
  const sinceLast = Math.max(0, nowMs - last.atMs);
  return Math.max(0, (total - last.done) / perMs - sinceLast) / 1000;
}
