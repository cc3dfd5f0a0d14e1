/** How silence at both ends of a line is found and kept. */
export interface TrimSettings {
  /** Samples at or below this level in dBFS count as silence. */
  readonly thresholdDb: number;
  /** Milliseconds of the original kept on each side of the first and last sound. */
  readonly padMs: number;
}

/** The line without the silence at its ends; an empty array when no sample passes the threshold. */
export function trimSilence(samples: Float32Array, rate: number, settings: TrimSettings): Float32Array {
  const threshold = 10 ** (settings.thresholdDb / 20);
  let first = 0;
  while (first < samples.length && Math.abs(samples[first] ?? 0) <= threshold) first += 1;
  if (first === samples.length) return new Float32Array(0);
  let last = samples.length - 1;
  while (Math.abs(samples[last] ?? 0) <= threshold) last -= 1;
  const pad = Math.round((settings.padMs / 1000) * rate);
  return samples.slice(Math.max(0, first - pad), Math.min(samples.length, last + 1 + pad));
}

/** Lengths of the two fades in milliseconds. */
export interface FadeSettings {
  readonly inMs: number;
  readonly outMs: number;
}

/** A copy with raised-cosine fades at both ends; fades longer than half of the line are shortened to meet. */
export function fade(samples: Float32Array, rate: number, settings: FadeSettings): Float32Array {
  const out = samples.slice();
  const half = Math.floor(out.length / 2);
  const fadeIn = Math.min(half, Math.round((settings.inMs / 1000) * rate));
  const fadeOut = Math.min(half, Math.round((settings.outMs / 1000) * rate));
  for (let i = 0; i < fadeIn; i += 1) out[i] = (out[i] ?? 0) * rise(i / fadeIn);
  for (let i = 0; i < fadeOut; i += 1) {
    const at = out.length - 1 - i;
    out[at] = (out[at] ?? 0) * rise(i / fadeOut);
  }
  return out;
}

function rise(share: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * share);
}
