/** A sine of `levelDb` dBFS peak. */
export function sine(hertz: number, levelDb: number, seconds: number, rate: number): Float32Array {
  const peak = 10 ** (levelDb / 20);
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => peak * Math.sin((2 * Math.PI * hertz * i) / rate),
  );
}

/** Digital silence. */
export function silence(seconds: number, rate: number): Float32Array {
  return new Float32Array(Math.round(seconds * rate));
}

/** The same noise every time (linear congruential generator), −`peak`…`peak`. */
export function noise(seconds: number, rate: number, peak: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: Math.round(seconds * rate) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 0x8000_0000 - 1) * peak;
  });
}

/** Signals one after another. */
export function spliced(...parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => Array.from(part)));
}
