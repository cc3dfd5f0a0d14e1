/** Points of a rising curve from a ranker's chance to the share that is right, chances ascending. */
export type Curve = readonly (readonly [chance: number, right: number])[];

/** The curve at a chance: straight between its points, level beyond them; the chance itself without points. */
export function calibrated(curve: Curve, chance: number): number {
  const [first] = curve;
  if (first === undefined) return chance;
  let [low, value] = first;
  if (chance <= low) return value;
  for (const [x, y] of curve) {
    if (chance < x) return value + ((y - value) * (chance - low)) / (x - low);
    [low, value] = [x, y];
  }
  return value;
}

/** The chances with the first one replaced; the others share the rest as before, none above the first. */
export function rescaled(chances: readonly number[], first: number): number[] {
  const rest = 1 - (chances[0] ?? 0);
  const factor = rest > 0 ? (1 - first) / rest : 0;
  return chances.map((chance, i) => (i === 0 ? first : Math.min(first, chance * factor)));
}
