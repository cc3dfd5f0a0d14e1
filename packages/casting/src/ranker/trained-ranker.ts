import { unpackForest } from './pack-forest.ts';
import type { PackedRanker } from './packed-ranker.ts';
import type { Ranker } from './ranking.ts';
import { WEIGHTS } from './weights.ts';

let unpacked: Ranker | null = null;

/** The trained ranker, unpacked at its first use. */
export function trainedRanker(): Ranker {
  unpacked ??= {
    local: unpackForest(WEIGHTS.local),
    final: unpackForest(WEIGHTS.final),
    transitions: WEIGHTS.transitions,
  };
  return unpacked;
}

/** Its calibration curves. */
export function trainedCurves(): PackedRanker['curves'] {
  return WEIGHTS.curves;
}
