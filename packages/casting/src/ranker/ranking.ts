import { readChapter } from '../read-chapter.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry } from '../types.ts';
import { decode } from './decode.ts';
import type { Transitions } from './decode.ts';
import { forestScores, softmax } from './forest.ts';
import type { Forest } from './forest.ts';
import { NOBODY_SPEAKS, rankLines, ruleChances } from './lines.ts';
import type { RankLine } from './lines.ts';
import { finalRows, localRows } from './rows.ts';
import type { Rows } from './rows.ts';

/** What training yields: trees for a line by itself, weights of the conversation, trees that know the neighbours. */
export interface Ranker {
  local: Forest;
  transitions: Transitions;
  final: Forest;
}

/** A chapter laid out for a ranker: what training reads and what the trained ranker scores. */
export interface Ranking {
  lines: readonly RankLine[];
  local: Rows;
  /** Chances of all candidates from local scores, the conversation included. */
  decode(scores: readonly ArrayLike<number>[], transitions: Transitions): number[][];
  final(scores: readonly ArrayLike<number>[], marginals: readonly (readonly number[])[]): Rows;
  /** Chances of all candidates by the rules alone: what the ranker is measured against. */
  ruleChances(): number[][];
  /** Label of a candidate: a name, 匿名, 群体 or 非对白. */
  label(line: number, candidate: number): string;
}

/** Label of wording that nobody speaks. */
export const NOT_DIALOGUE = '非对白';

/** Reads a chapter and lays out the features of every line that no human has marked. */
export function openRanking(input: {
  paragraphs: readonly CastingParagraph[];
  roster: readonly RosterEntry[];
  discovered?: readonly DiscoveredName[];
}): Ranking {
  const lines = rankLines(readChapter(input.paragraphs, input.roster, input.discovered));
  const local = localRows(lines);
  return {
    lines,
    local,
    decode: (scores, transitions) => decode(lines, scores, transitions),
    final: (scores, marginals) => finalRows(lines, local, scores, marginals),
    ruleChances: () => ruleChances(lines),
    label: (i, c) => {
      const line = lines[i];
      const person = line?.candidates[c]?.person ?? NOBODY_SPEAKS;
      if (line === undefined || person === NOBODY_SPEAKS) return NOT_DIALOGUE;
      const { kind, name } = line.chapter.people.get(person);
      return kind === 'group' ? '群体' : kind === 'anonymous' ? '匿名' : name;
    },
  };
}

/**
 * Chances of all candidates of every line: the final trees' and the chain's, as their geometric mean, because each errs
 * where the other does not. Not calibrated; empty for lines with a human mark. Throws when the ranker was trained on other
 * features than these.
 */
export function rankedChances(ranking: Ranking, { local, transitions, final }: Ranker): number[][] {
  const width = ranking.local.names.length;
  if (width > 0 && width !== local.width)
    throw new RangeError('The weights of the ranker fit other features: train again.');
  const scores = ranking.local.values.map((rows) => forestScores(local, rows));
  const marginals = ranking.decode(scores, transitions);
  return ranking.final(scores, marginals).values.map((rows, i) => {
    if (rows.length === 0) return [];
    const chances = softmax(forestScores(final, rows)).map((chance, c) =>
      Math.sqrt(chance * (marginals[i]?.[c] ?? 0) + LEAST),
    );
    const sum = chances.reduce((total, chance) => total + chance, 0);
    return chances.map((chance) => chance / sum);
  });
}

/** Keeps a candidate that one of the two rules out possible. */
const LEAST = 1e-8;
