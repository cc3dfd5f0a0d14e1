import type { Curve } from '@huaben/casting';

/** A first candidate's chance, and whether it was right. */
export interface Outcome {
  chance: number;
  right: boolean;
}

/** Chances at which the curve is written down. */
const POINTS = [
  0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999,
];

const logit = (chance: number): number => {
  const safe = Math.min(0.9995, Math.max(0.0005, chance));
  return Math.log(safe / (1 - safe));
};
const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score));

/** How strongly slope and offset are held to 1 and 0, in lines' worth of curvature. */
const HOLD = 2;
const ROUNDS = 50;

/**
 * Platt scaling: the logistic curve over the chance's log-odds that makes the outcomes likeliest, by Newton's method, as
 * points. Too few outcomes stay near the chance itself.
 */
export function fitCurve(outcomes: readonly Outcome[]): Curve {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < ROUNDS; round++) {
    let [ga, gb, haa, hab, hbb] = [HOLD * (slope - 1), HOLD * offset, HOLD, 0, HOLD];
    for (const { chance, right } of outcomes) {
      const x = logit(chance);
      const p = sigmoid(slope * x + offset);
      const error = p - +right;
      const bend = p * (1 - p);
      ga += error * x;
      gb += error;
      haa += bend * x * x;
      hab += bend * x;
      hbb += bend;
    }
    const determinant = haa * hbb - hab * hab;
    slope -= (hbb * ga - hab * gb) / determinant;
    offset -= (haa * gb - hab * ga) / determinant;
  }
  slope = Math.max(0.05, slope);
  return POINTS.map((chance) => [
    chance,
    Math.round(sigmoid(slope * logit(chance) + offset) * 10000) / 10000,
  ]);
}
