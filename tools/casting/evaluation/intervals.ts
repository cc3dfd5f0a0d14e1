/** A share with its 95 % interval; `n` is what it was counted over. */
export interface Share {
  n: number;
  right: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

const ROUNDS = 2000;
const SEED = 20261121;

/**
 * Share of right ones among counted groups with a 95 % percentile bootstrap over the groups (chapters): quotations of one
 * chapter are not independent. The same groups always give the same interval.
 */
export function shareOf(groups: readonly { right: number; all: number }[]): Share {
  const counted = groups.filter((group) => group.all > 0);
  const right = counted.reduce((sum, group) => sum + group.right, 0);
  const n = counted.reduce((sum, group) => sum + group.all, 0);
  if (n === 0) return { n, right, share: null, low: null, high: null };
  const random = createRandom(SEED);
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let drawnRight = 0;
    let drawn = 0;
    for (let k = 0; k < counted.length; k++) {
      const group = counted[Math.floor(random() * counted.length)];
      drawnRight += group?.right ?? 0;
      drawn += group?.all ?? 0;
    }
    shares.push(drawnRight / drawn);
  }
  shares.sort((a, b) => a - b);
  const at = (quantile: number): number => shares[Math.round(quantile * (ROUNDS - 1))] ?? 0;
  return { n, right, share: right / n, low: at(0.025), high: at(0.975) };
}

/** Uniform numbers in [0, 1) from a seed (mulberry32, public domain). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
