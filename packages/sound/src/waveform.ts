/**
 * A waveform for drawing: for each of `buckets` equal stretches the lowest and the highest sample, interleaved
 * (min, max, min, max …), −127…127 for −1…1. Both values of a bucket without samples are 0.
 */
export function peaks(samples: Float32Array, buckets: number): Int8Array {
  const out = new Int8Array(buckets * 2);
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * samples.length) / buckets);
    const to = Math.floor(((bucket + 1) * samples.length) / buckets);
    if (from === to) continue;
    let low = Infinity;
    let high = -Infinity;
    for (let i = from; i < to; i += 1) {
      const x = samples[i] ?? 0;
      if (x < low) low = x;
      if (x > high) high = x;
    }
    out[bucket * 2] = scaled(low);
    out[bucket * 2 + 1] = scaled(high);
  }
  return out;
}

function scaled(x: number): number {
  return Math.max(-127, Math.min(127, Math.round(x * 127)));
}
