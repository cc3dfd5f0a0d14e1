/** Agreement of two annotators over n quotes: `raw` is the share of equal labels, `kappa` is Cohen's, corrected for chance; both null without quotes, kappa also null when chance alone would always agree. */
export interface Agreement {
  n: number;
  raw: number | null;
  kappa: number | null;
}

/** Cohen's kappa (Cohen 1960): (p_o − p_e) / (1 − p_e), p_e from the two annotators' own label shares. */
export function agreement(pairs: readonly (readonly [string, string])[]): Agreement {
  const n = pairs.length;
  if (n === 0) return { n, raw: null, kappa: null };
  const first = new Map<string, number>();
  const second = new Map<string, number>();
  let equal = 0;
  for (const [a, b] of pairs) {
    first.set(a, (first.get(a) ?? 0) + 1);
    second.set(b, (second.get(b) ?? 0) + 1);
    if (a === b) equal += 1;
  }
  const raw = equal / n;
  let chance = 0;
  for (const [label, count] of first) chance += (count / n) * ((second.get(label) ?? 0) / n);
  return { n, raw, kappa: chance === 1 ? null : (raw - chance) / (1 - chance) };
}
