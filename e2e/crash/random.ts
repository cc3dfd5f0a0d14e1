/** Numbers that the seed decides, so that a run's schedule and texts can be had again. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** The mulberry32 generator of a 32-bit seed; `stream` gives independent generators of one seed. */
export function seededRandom(seed: number, stream: number): Random {
  let state = (seed ^ Math.imul(stream + 1, 0x9e3779b9)) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
  };
}
