import { chainMarginals } from '../chain.ts';
import { NOBODY_SPEAKS } from './lines.ts';
import type { RankLine } from './lines.ts';
import { softmax } from './forest.ts';

/** Log weights of the steps between quotes, by the numbers of `STEPS`, and how much a local score counts. */
export interface Transitions {
  same: readonly number[];
  back: readonly number[];
  /** Factor of the local scores: below 1 for scores that are too sure of themselves. */
  trust: number;
}

/** Candidates per line that the chain looks at; its cost is cubic in them. */
const WIDTH = 6;

/**
 * Probabilities of every line's candidates, the conversation included, from their local scores: exact marginals of a
 * second-order chain over the likeliest candidates. A line with a human mark is certain.
 */
export function decode(
  lines: readonly RankLine[],
  scores: readonly ArrayLike<number>[],
  { same, back, trust }: Transitions,
): number[][] {
  const kept = lines.map(({ candidates }, i) => likeliest(scores[i] ?? [], candidates.length));
  const marginals = chainMarginals(
    lines.map(({ candidates, read, joined }, i) => {
      const step = joined ? (read.link?.step ?? 0) : 0;
      const own = kept[i] ?? [];
      return {
        candidates: own.map((c) => candidates[c]?.person ?? NOBODY_SPEAKS),
        weights: own.map((c) => trust * (scores[i]?.[c] ?? 0)),
        joined,
        same: same[step] ?? 0,
        back: back[step] ?? 0,
      };
    }),
  );
  return lines.map(({ candidates }, i) => {
    const row = candidates.map(() => 0);
    (kept[i] ?? []).forEach((c, k) => (row[c] = marginals[i]?.[k] ?? 0));
    return row;
  });
}

function likeliest(scores: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: count }, (_, c) => c)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, WIDTH);
}

const SCENE = 10;

/**
 * What the final ranker sees beside the local row, for all candidates of line `i`: its own chances with and without the
 * conversation, and those of the same person in the lines around.
 */
export function neighbourFeatures(
  lines: readonly RankLine[],
  scores: readonly ArrayLike<number>[],
  marginals: readonly (readonly number[])[],
  i: number,
): Record<string, number>[] {
  const line = lines[i];
  if (line === undefined) throw new RangeError(`No line ${i}.`);
  const local = softmax(scores[i] ?? []);
  const own = marginals[i] ?? [];
  const topLocal = topTwo(local);
  const topOwn = topTwo(own);
  const chance = (at: number | null, person: number): number => {
    if (at === null || person === NOBODY_SPEAKS) return -1;
    const c = lines[at]?.candidates.findIndex((candidate) => candidate.person === person) ?? -1;
    return c < 0 ? 0 : (marginals[at]?.[c] ?? 0);
  };
  const around = [-3, -2, -1, 1, 2, 3].map((k) => reach(lines, i, k));
  const scene: number[] = [];
  for (let k = -SCENE; k <= SCENE; k++) {
    const at = k === 0 ? null : reach(lines, i, k);
    if (at !== null) scene.push(at);
  }
  const certainty = (at: number | null | undefined): number =>
    at === null || at === undefined ? -1 : Math.max(0, ...(marginals[at] ?? []));
  return line.candidates.map(({ person }, c) => {
    const [p3, p2, p1, n1, n2, n3] = around.map((at) => chance(at, person));
    return {
      localChance: local[c] ?? 0,
      localGap: (local[c] ?? 0) - (topLocal[0] === local[c] ? topLocal[1] : topLocal[0]),
      localScore: (scores[i]?.[c] ?? 0) - Math.max(...Array.from(scores[i] ?? [])),
      chainChance: own[c] ?? 0,
      chainGap: (own[c] ?? 0) - (topOwn[0] === own[c] ? topOwn[1] : topOwn[0]),
      chainRank: own.filter((other) => other > (own[c] ?? 0)).length,
      previous3: p3 ?? -1,
      previous2: p2 ?? -1,
      previous1: p1 ?? -1,
      next1: n1 ?? -1,
      next2: n2 ?? -1,
      next3: n3 ?? -1,
      sureBefore: certainty(around[2]),
      sureAfter: certainty(around[3]),
      scene:
        scene.length === 0
          ? -1
          : scene.reduce((sum, at) => sum + Math.max(0, chance(at, person)), 0) / scene.length,
    };
  });
}

/** The line `k` steps on in the same conversation, or null. */
function reach(lines: readonly RankLine[], i: number, k: number): number | null {
  const at = i + k;
  if (lines[at] === undefined) return null;
  for (let j = Math.min(i, at) + 1; j <= Math.max(i, at); j++) if (lines[j]?.joined !== true) return null;
  return at;
}

function topTwo(values: readonly number[]): [number, number] {
  const [first = 0, second = 0] = [...values].sort((a, b) => b - a);
  return [first, second];
}
