import type { Judged as Bare } from './cross-validate.ts';

type Judged = Bare & { confidence: number };

/** Confidence from which a suggestion may be taken without looking. */
const SURE = 0.97;

/** A table of right answers by part, book and category, the rules' beside the ranker's. */
export function formatScores(judged: readonly Judged[]): string {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    for (const key of [one.part, `${one.part} ${one.category ?? 'wording'}`, `${one.part} ${one.book}`]) {
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
  }
  const percent = (count: number, all: number): string =>
    `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => {
      const right = own.filter((one) => one.right).length;
      const rule = own.filter((one) => one.ruleRight).length;
      const sure = own.filter((one) => one.confidence >= SURE);
      const sureRight = sure.filter((one) => one.right).length;
      return [
        key.padEnd(26),
        `n ${own.length}`.padEnd(7),
        `rules ${percent(rule, own.length)}`.padEnd(14),
        `ranker ${percent(right, own.length)}`.padEnd(15),
        `sure ${percent(sure.length, own.length)}, of them right ${percent(sureRight, sure.length)}`,
      ].join(' ');
    });
  return rows.join('\n');
}
