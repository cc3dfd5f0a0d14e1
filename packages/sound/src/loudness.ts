import { weightedStepEnergies } from './k-weighting.ts';

/** Length of a gating block in seconds (BS.1770-4, Annex 1: 400 ms, 75 % overlap, so four steps of 100 ms). */
export const GATING_BLOCK_SECONDS = 0.4;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

/** −0.691 + 10·log10(mean square) of BS.1770-4, equation (2), for one front channel (weight 1). */
function loudnessOf(meanSquare: number): number {
  return meanSquare > 0 ? -0.691 + 10 * Math.log10(meanSquare) : -Infinity;
}

/**
 * Integrated loudness of a mono signal in LUFS, by ITU-R BS.1770-4 with both gates (equations (2) to (7)).
 * A 997 Hz sine of 0 dBFS measures −3.01. Below one block (400 ms), or when every block is under the absolute
 * gate, the answer is −Infinity.
 */
export function integratedLoudness(samples: Float32Array, rate: number): number {
  const step = Math.round((rate * GATING_BLOCK_SECONDS) / STEPS_PER_BLOCK);
  const energies = weightedStepEnergies(samples, rate, step);
  const blocks: number[] = [];
  for (let first = 0; first + STEPS_PER_BLOCK <= energies.length; first += 1) {
    let sum = 0;
    for (let k = 0; k < STEPS_PER_BLOCK; k += 1) sum += energies[first + k] ?? 0;
    blocks.push(sum / (step * STEPS_PER_BLOCK));
  }
  const audible = blocks.filter((block) => loudnessOf(block) > ABSOLUTE_GATE_LUFS);
  if (audible.length === 0) return -Infinity;
  const gate = loudnessOf(mean(audible)) + RELATIVE_GATE_LU;
  return loudnessOf(mean(audible.filter((block) => loudnessOf(block) > gate)));
}

/** Root mean square of a mono signal in dBFS (a full-scale sine is −3.01); −Infinity for silence. */
export function rmsDb(samples: Float32Array): number {
  let sum = 0;
  for (const x of samples) sum += x * x;
  return sum > 0 ? 10 * Math.log10(sum / samples.length) : -Infinity;
}

function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
