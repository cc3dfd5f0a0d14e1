const OVERSAMPLING = 4;
const HALF_TAPS = 8;
/** Only samples within this share of the sample peak are interpolated: between quieter ones no peak can hide
 * unless most of the energy lies above a third of the sample rate, which speech never does. */
const NEAR_PEAK = 0.5;

/** Windowed-sinc interpolators for the three points between two samples, after BS.1770-4, Annex 2. */
const PHASES: readonly Float64Array[] = [1, 2, 3].map((phase) => {
  const offset = phase / OVERSAMPLING;
  const taps = new Float64Array(HALF_TAPS * 2);
  let total = 0;
  for (let i = 0; i < taps.length; i += 1) {
    const x = i - (HALF_TAPS - 1) - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / HALF_TAPS);
    const value = (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
    taps[i] = value;
    total += value;
  }
  return taps.map((tap) => tap / total);
});

/** Highest absolute sample value, linear. */
export function samplePeak(samples: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const level = Math.abs(samples[i] ?? 0);
    if (level > peak) peak = level;
  }
  return peak;
}

/**
 * True peak of a mono signal in dBTP: four-fold oversampling (BS.1770-4, Annex 2), done only around the local
 * maxima near the sample peak. −Infinity for silence.
 */
export function truePeakDb(samples: Float32Array): number {
  let peak = samplePeak(samples);
  if (peak === 0) return -Infinity;
  const threshold = peak * NEAR_PEAK;
  for (let i = 0; i < samples.length; i += 1) {
    const level = Math.abs(samples[i] ?? 0);
    if (level < threshold) continue;
    // The curve passes its samples next to the largest of them, never on a slope.
    if (level < Math.abs(samples[i - 1] ?? 0) || level < Math.abs(samples[i + 1] ?? 0)) continue;
    peak = Math.max(peak, between(samples, i - 1), between(samples, i));
  }
  return 20 * Math.log10(peak);
}

/** Highest interpolated absolute value between sample `i` and the next one. */
function between(samples: Float32Array, i: number): number {
  const first = i - (HALF_TAPS - 1);
  let peak = 0;
  for (const taps of PHASES) {
    let sum = 0;
    for (let k = 0; k < taps.length; k += 1) sum += (taps[k] ?? 0) * (samples[first + k] ?? 0);
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}
