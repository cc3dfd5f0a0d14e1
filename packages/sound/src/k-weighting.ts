/** One second-order filter section, normalised so that a0 = 1. */
interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/**
 * Stage 1 of the K-weighting of ITU-R BS.1770-4 (Annex 1, table 1): the high shelf of the head.
 * The standard gives coefficients for 48 kHz only; the analogue parameters behind them (f0, gain, Q) give the
 * same filter at any rate through the bilinear transform, and reproduce the table at 48 kHz.
 */
function headShelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Stage 2 of the K-weighting of ITU-R BS.1770-4 (Annex 1, table 2): the RLB high pass. */
function lowCut(rate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/**
 * Energies of the K-weighted signal, one sum of squares per full step of `stepSamples` samples.
 * Both filter sections run in one pass, so that nothing of the length of the signal is allocated.
 */
export function weightedStepEnergies(samples: Float32Array, rate: number, stepSamples: number): Float64Array {
  const shelf = headShelf(rate);
  const cut = lowCut(rate);
  const energies = new Float64Array(Math.floor(samples.length / stepSamples));
  let s1 = 0;
  let s2 = 0;
  let c1 = 0;
  let c2 = 0;
  let at = 0;
  for (let step = 0; step < energies.length; step += 1) {
    let sum = 0;
    for (const end = at + stepSamples; at < end; at += 1) {
      const x = samples[at] ?? 0;
      const y = shelf.b0 * x + s1;
      s1 = shelf.b1 * x - shelf.a1 * y + s2;
      s2 = shelf.b2 * x - shelf.a2 * y;
      const z = cut.b0 * y + c1;
      c1 = cut.b1 * y - cut.a1 * z + c2;
      c2 = cut.b2 * y - cut.a2 * z;
      sum += z * z;
    }
    energies[step] = sum;
  }
  return energies;
}
