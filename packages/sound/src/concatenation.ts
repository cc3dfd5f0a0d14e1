/** A segment to be laid on the time line. */
export interface PlannedSegment {
  /** Length in samples. */
  readonly samples: number;
  /** Silence after it in milliseconds. */
  readonly gapAfterMs: number;
}

/** Where one segment lies, in samples from the start of the chapter. */
export interface Placement {
  readonly startSample: number;
  readonly samples: number;
}

/** Places segments one after another with their gaps; `totalSamples` includes the gap after the last one. */
export function concatenationPlan(
  segments: readonly PlannedSegment[],
  rate: number,
): { placements: Placement[]; totalSamples: number } {
  let at = 0;
  const placements = segments.map(({ samples, gapAfterMs }) => {
    const placement = { startSample: at, samples };
    at += samples + Math.round((gapAfterMs / 1000) * rate);
    return placement;
  });
  return { placements, totalSamples: at };
}
