/** One quote in the chain: its possible speakers with log weights, and the step from the quote before. */
export interface ChainStep {
  candidates: readonly number[];
  weights: readonly number[];
  joined: boolean;
  same: number;
  back: number;
}

/**
 * Exact marginal probabilities of a second-order chain (forward–backward over pairs of speakers).
 * Returns for every step the probabilities of its candidates, in their order; cost is linear in the steps
 * and cubic in the candidates of a step.
 */
export function chainMarginals(steps: readonly ChainStep[]): number[][] {
  const result: number[][] = [];
  let start = 0;
  for (let i = 1; i <= steps.length; i++) {
    if (i < steps.length && (steps[i]?.joined ?? false)) continue;
    result.push(...segmentMarginals(steps.slice(start, i)));
    start = i;
  }
  return result;
}

const NONE: readonly number[] = [-1];

function segmentMarginals(steps: readonly ChainStep[]): number[][] {
  const size = (i: number): number => Math.max(1, i < 0 ? 1 : (steps[i]?.candidates.length ?? 1));
  const speakers = (i: number): readonly number[] => {
    const own = i < 0 ? undefined : steps[i]?.candidates;
    return own === undefined || own.length === 0 ? NONE : own;
  };
  const emissions = steps.map((own) => own.weights.map((weight) => Math.exp(weight)));
  const emission = (i: number, b: number): number => emissions[i]?.[b] ?? 1;
  const factors = steps.map(({ same, back }) => ({ same: Math.exp(same), back: Math.exp(back) }));
  /** Weight of step i from the pair (p, a) to b. */
  const step = (i: number, p: number, a: number, b: number): number => {
    const current = speakers(i)[b] ?? -1;
    const last = speakers(i - 1)[a] ?? -1;
    if (last < 0 || current < 0) return 1;
    if (current === last) return factors[i]?.same ?? 1;
    return current === (speakers(i - 2)[p] ?? -1) ? (factors[i]?.back ?? 1) : 1;
  };
  const forward: Float64Array[] = [];
  steps.forEach((_, i) => {
    const [np, na, nb] = [size(i - 2), size(i - 1), size(i)];
    const alpha = new Float64Array(na * nb);
    const before = forward[i - 1];
    for (let a = 0; a < na; a++) {
      for (let b = 0; b < nb; b++) {
        let sum = 0;
        for (let p = 0; p < np; p++) sum += (before?.[p * na + a] ?? (i === 0 ? 1 : 0)) * step(i, p, a, b);
        alpha[a * nb + b] = sum * emission(i, b);
      }
    }
    forward.push(normalise(alpha));
  });
  let backward = new Float64Array(size(steps.length - 2) * size(steps.length - 1)).fill(1);
  const result: number[][] = new Array<number[]>(steps.length).fill([]);
  for (let i = steps.length - 1; i >= 0; i--) {
    const [np, na, nb] = [size(i - 2), size(i - 1), size(i)];
    const alpha = forward[i];
    const marginal = new Float64Array(nb);
    for (let k = 0; k < na * nb; k++) {
      const b = k % nb;
      marginal[b] = (marginal[b] ?? 0) + (alpha?.[k] ?? 0) * (backward[k] ?? 0);
    }
    result[i] = (steps[i]?.candidates.length ?? 0) === 0 ? [] : [...normalise(marginal)];
    if (i === 0) break;
    const earlier = new Float64Array(np * na);
    for (let p = 0; p < np; p++) {
      for (let a = 0; a < na; a++) {
        let sum = 0;
        for (let b = 0; b < nb; b++) sum += step(i, p, a, b) * emission(i, b) * (backward[a * nb + b] ?? 0);
        earlier[p * na + a] = sum;
      }
    }
    backward = normalise(earlier);
  }
  return result;
}

function normalise(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  let sum = 0;
  for (const value of values) sum += value;
  if (sum > 0) for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) / sum;
  return values;
}
