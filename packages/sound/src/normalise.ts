import { limitPeaks } from './limiter.ts';
import { GATING_BLOCK_SECONDS, integratedLoudness, rmsDb } from './loudness.ts';
import { samplePeak, truePeakDb } from './true-peak.ts';

/** What a delivered line must measure. */
export interface LoudnessTarget {
  /** Wanted integrated loudness in LUFS, for example −18. */
  readonly targetLufs: number;
  /** Highest true peak in dBTP, for example −1.5. */
  readonly peakDb: number;
}

/** A breath or a room must not be blown up to the level of a voice. */
const MAX_GAIN_DB = 30;
/** What the limiter takes away is given back when it is more than this; speech needs one round at most. */
const NOTICEABLE_LU = 0.5;
const CORRECTIONS = 3;

/**
 * Brings a mono line to the target loudness and keeps its true peak under `peakDb`: one gain, then a look-ahead
 * limiter when needed. Lines shorter than one gating block (400 ms) or gated away are measured by RMS. Silence
 * comes back as it is; a line that would need more than 30 dB is raised by 30 dB only.
 */
export function normalise(samples: Float32Array, rate: number, target: LoudnessTarget): Float32Array {
  const measured = lineLoudness(samples, rate);
  if (measured === -Infinity) return samples.slice();
  let gainDb = Math.min(MAX_GAIN_DB, target.targetLufs - measured);
  let result = withPeak(samples, rate, gainDb, target.peakDb);
  for (let attempt = 0; attempt < CORRECTIONS && result.limited && gainDb < MAX_GAIN_DB; attempt += 1) {
    const missing = target.targetLufs - lineLoudness(result.samples, rate);
    if (missing < NOTICEABLE_LU) break;
    gainDb = Math.min(MAX_GAIN_DB, gainDb + missing);
    result = withPeak(samples, rate, gainDb, target.peakDb);
  }
  return result.samples;
}

/** Integrated loudness, or RMS in dBFS where BS.1770 has no answer. */
function lineLoudness(samples: Float32Array, rate: number): number {
  const loudness =
    samples.length < rate * GATING_BLOCK_SECONDS ? -Infinity : integratedLoudness(samples, rate);
  return loudness === -Infinity ? rmsDb(samples) : loudness;
}

function withPeak(
  samples: Float32Array,
  rate: number,
  gainDb: number,
  peakDb: number,
): { samples: Float32Array; limited: boolean } {
  const gain = 10 ** (gainDb / 20);
  const raised = scaled(samples, gain);
  const ceiling = 10 ** (peakDb / 20);
  const before = truePeakDb(raised);
  if (before <= peakDb) return { samples: raised, limited: false };
  const limited = samplePeak(raised) > ceiling ? limitPeaks(raised, rate, ceiling) : raised;
  const over = truePeakDb(limited) - peakDb;
  if (over <= 0) return { samples: limited, limited: true };
  // Between samples the curve can still pass the ceiling by a fraction of a dB.
  return { samples: scaled(limited, 10 ** (-over / 20)), limited: true };
}

function scaled(samples: Float32Array, gain: number): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < out.length; i += 1) out[i] = (samples[i] ?? 0) * gain;
  return out;
}
