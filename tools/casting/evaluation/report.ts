import { defaultMarkingThreshold } from '@huaben/contract';
import type { DataChapter } from '../data/load-data-set.ts';
import { isNamed } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Condition } from './conditions.ts';
import { coverageOf, reliability } from './confidence.ts';
import type { Coverage, ReliabilityBin } from './confidence.ts';
import { failureKind, FAILURES } from './failures.ts';
import type { FailureKind } from './failures.ts';
import { shareOf } from './intervals.ts';
import type { Share } from './intervals.ts';
import type { MarkedBook, RosterScore } from './mark-books.ts';

/** Rows of the accuracy table; the three categories and `named` count only lines of named people. */
const ROWS = ['explicit', 'implicit', 'latent', 'named', '匿名', '群体', '非对白', 'all'] as const;
type Row = (typeof ROWS)[number];

/** Shares over all books of the people that a condition found. */
interface RosterSummary {
  recall: number | null;
  /** Recall weighted by lines. */
  weightedRecall: number | null;
  /** Of the discovered people that were given a line. */
  precision: number | null;
  /** Of all discovered people. */
  precisionOfAll: number | null;
  books: readonly RosterScore[];
}

/** Everything measured under one condition. */
export interface ConditionReport {
  condition: Condition;
  accuracy: Record<Row, Share>;
  accuracyByBook: Record<string, Share>;
  coverage: Coverage;
  reliability: ReliabilityBin[];
  failures: Record<FailureKind, number>;
  roster: RosterSummary;
}

/** Sums up the marked books of one condition. */
export function reportOf(
  condition: Condition,
  books: readonly MarkedBook[],
  chapters: readonly DataChapter[],
): ConditionReport {
  const answers = books.flatMap((book) => book.answers);
  const accuracy = Object.fromEntries(
    ROWS.map((row) => [row, share(answers.filter((answer) => inRow(answer, row)))]),
  ) as Record<Row, Share>;
  const failures = Object.fromEntries(FAILURES.map((kind) => [kind, 0])) as Record<FailureKind, number>;
  for (const { kind } of failuresOf(answers, chapters)) failures[kind]++;
  return {
    condition,
    accuracy,
    accuracyByBook: Object.fromEntries(
      books.map(({ answers: own, roster }) => [
        roster.book,
        share(own.filter((one) => isNamed(one.speaker))),
      ]),
    ),
    coverage: coverageOf(answers),
    reliability: reliability(answers),
    failures,
    roster: rosterSummary(books.map((book) => book.roster)),
  };
}

/** Every wrong answer with its kind and its place. */
export function failuresOf(
  answers: readonly Answer[],
  chapters: readonly DataChapter[],
): { kind: FailureKind; answer: Answer; chapter: DataChapter; start: number; end: number }[] {
  const places = new Map(
    chapters.flatMap((chapter) =>
      chapter.quotes.map((quote) => [`${chapter.book}/${chapter.chapter}/${quote.id}`, { chapter, quote }]),
    ),
  );
  return answers.flatMap((answer) => {
    const place = places.get(`${answer.book}/${answer.chapter}/${answer.id}`);
    if (place === undefined) return [];
    const kind = failureKind(answer, place.quote, place.chapter);
    const { start, end } = place.quote;
    return kind === null ? [] : [{ kind, answer, chapter: place.chapter, start, end }];
  });
}

function inRow({ speaker, category }: Answer, row: Row): boolean {
  if (row === 'all') return true;
  if (row === 'named') return isNamed(speaker);
  return speaker === row || (isNamed(speaker) && category === row);
}

function share(answers: readonly Answer[]): Share {
  const groups = new Map<string, { right: number; all: number }>();
  for (const { book, chapter, right } of answers) {
    const key = `${book}/${chapter}`;
    const group = groups.get(key) ?? { right: 0, all: 0 };
    group.all++;
    if (right) group.right++;
    groups.set(key, group);
  }
  return shareOf([...groups.values()]);
}

function rosterSummary(books: readonly RosterScore[]): RosterSummary {
  const ratio = (
    part: (book: RosterScore) => number,
    whole: (book: RosterScore) => number,
  ): number | null => {
    const total = books.reduce((sum, book) => sum + whole(book), 0);
    return total === 0 ? null : books.reduce((sum, book) => sum + part(book), 0) / total;
  };
  return {
    recall: ratio(
      (book) => book.speakersFound,
      (book) => book.speakers,
    ),
    weightedRecall: ratio(
      (book) => book.linesFound,
      (book) => book.lines,
    ),
    precision: ratio(
      (book) => book.usedRight,
      (book) => book.used,
    ),
    precisionOfAll: ratio(
      (book) => book.foundRight,
      (book) => book.found,
    ),
    books,
  };
}

const percent = (value: number | null): string => (value === null ? '–' : (value * 100).toFixed(1));
const told = ({ n, share: value, low, high }: Share): string =>
  value === null ? '–' : `${percent(value)} (${percent(low)}–${percent(high)}), n ${n}`;

/** The reports as one Markdown document. */
export function markdownOf(title: string, reports: readonly ConditionReport[]): string {
  const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
    [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const names = reports.map((report) => report.condition);
  const each = (cell: (report: ConditionReport) => string): string[] => reports.map(cell);
  const books = [...new Set(reports.flatMap((report) => Object.keys(report.accuracyByBook)))];
  const none: Share = { n: 0, right: 0, share: null, low: null, high: null };
  return [
    `# ${title}`,
    'Accuracy in %, with 95 % bootstrap intervals by chapter.',
    table(
      ['lines', ...names],
      ROWS.map((row) => [row, ...each((report) => told(report.accuracy[row]))]),
    ),
    'Lines of named people by book.',
    table(
      ['book', ...names],
      books.map((book) => [book, ...each((one) => told(one.accuracyByBook[book] ?? none))]),
    ),
    'Roster and confidence, in %.',
    table(
      ['', ...names],
      [
        ['roster recall', ...each(({ roster }) => percent(roster.recall))],
        ['roster recall by lines', ...each(({ roster }) => percent(roster.weightedRecall))],
        ['roster precision, people with lines', ...each(({ roster }) => percent(roster.precision))],
        ['roster precision, all found', ...each(({ roster }) => percent(roster.precisionOfAll))],
        ['coverage at 97 % precision', ...each(({ coverage }) => percent(coverage.reached))],
        [
          `marked at once (confidence ≥ ${String(defaultMarkingThreshold)})`,
          ...each(({ coverage }) => percent(coverage.accepted)),
        ],
        ['their precision', ...each(({ coverage }) => percent(coverage.acceptedPrecision))],
      ],
    ),
    'Reliability: lines, mean confidence and accuracy by confidence.',
    table(
      ['confidence', ...names],
      Array.from({ length: 10 }, (_, k) => [
        `${k / 10}–${(k + 1) / 10}`,
        ...each(({ reliability: bins }) => {
          const bin = bins[k];
          return bin === undefined || bin.n === 0
            ? '–'
            : `n ${bin.n}: ${percent(bin.meanConfidence)} → ${percent(bin.accuracy)}`;
        }),
      ]),
    ),
    'Failures.',
    table(
      ['kind', ...names],
      FAILURES.map((kind) => [kind, ...each((one) => String(one.failures[kind]))]),
    ),
    '',
  ].join('\n\n');
}
