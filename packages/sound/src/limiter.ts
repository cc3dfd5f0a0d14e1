const LOOK_AHEAD_SECONDS = 0.004;
const RELEASE_SECONDS = 0.08;

/**
 * Look-ahead peak limiter: no sample of the result exceeds `ceiling` (linear), and the gain moves without
 * clicks. The wanted gain is held at its minimum over the look-ahead, released exponentially, then averaged over
 * the same span; each average only holds values that already respect the sample it meets.
 */
export function limitPeaks(samples: Float32Array, rate: number, ceiling: number): Float32Array {
  const span = Math.max(1, Math.round(rate * LOOK_AHEAD_SECONDS));
  const release = 1 - Math.exp(-1 / (rate * RELEASE_SECONDS));
  const held = heldGains(samples, ceiling, span);
  const out = new Float32Array(samples.length);
  let released = held[0] ?? 1;
  let sum = span * released;
  const recent = new Float64Array(span).fill(released);
  // The average at sample i covers the gains held at i - span + 1 … i, all of which saw sample i coming.
  for (let i = 0; i < samples.length; i += 1) {
    const want = held[i] ?? 1;
    released = Math.min(want, released + (1 - released) * release);
    const slot = i % span;
    sum += released - (recent[slot] ?? 1);
    recent[slot] = released;
    const limited = (samples[i] ?? 0) * (sum / span);
    out[i] = Math.max(-ceiling, Math.min(ceiling, limited));
  }
  return out;
}

/** For each sample the smallest gain needed by it and the `span - 1` samples after it. */
function heldGains(samples: Float32Array, ceiling: number, span: number): Float32Array {
  const held = new Float32Array(samples.length).fill(1);
  for (let i = 0; i < samples.length; i += 1) {
    const level = Math.abs(samples[i] ?? 0);
    if (level <= ceiling) continue;
    const gain = ceiling / level;
    // A smaller gain met on the way back reaches further back than this one does.
    for (let k = i; k >= 0 && k > i - span && (held[k] ?? 0) > gain; k -= 1) held[k] = gain;
  }
  return held;
}
