// npm run casting:evaluate -- --set train|development|test, --cv, or [--train DIR] --test DIR: measures the marker on labelled books.
// --cv marks every train and development book by a ranker that has not seen its group of books; --train trains on another data set first;
// --confirm N also shows what the first N confirmed lines of each chapter teach; --failures lists every wrong line.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SuggestChapter } from '@huaben/casting';
import { GOLD } from '../gold/gold-files.ts';
import { PARTS } from '../gold/label.ts';
import { loadDataSet } from './data/load-data-set.ts';
import type { DataChapter } from './data/load-data-set.ts';
import { confirmedScore } from './evaluation/confirmed.ts';
import type { ConfirmedScore } from './evaluation/confirmed.ts';
import { CONDITIONS } from './evaluation/conditions.ts';
import { suggestTrainedOn, suggestTrainedOnOthers } from './evaluation/models.ts';
import { markedBook } from './evaluation/mark-books.ts';
import type { MarkedBook } from './evaluation/mark-books.ts';
import { failuresOf, markdownOf, reportOf } from './evaluation/report.ts';
import type { ConditionReport } from './evaluation/report.ts';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    cv: { type: 'boolean', default: false },
    train: { type: 'string' },
    test: { type: 'string' },
    out: { type: 'string', default: path.resolve(GOLD, '../../../bench/artifacts/casting') },
    failures: { type: 'boolean', default: false },
    confirm: { type: 'string' },
  },
});

/** Books by name, in order. */
function booksOf(chapters: readonly DataChapter[]): Map<string, DataChapter[]> {
  const books = new Map<string, DataChapter[]>();
  for (const chapter of chapters) books.set(chapter.book, [...(books.get(chapter.book) ?? []), chapter]);
  return books;
}

function measure(
  chapters: readonly DataChapter[],
  suggestFor: (book: string) => SuggestChapter | undefined,
): ConditionReport[] {
  return CONDITIONS.map((condition) => {
    const books = [...booksOf(chapters)].map(([book, own]) => markedBook(own, condition, suggestFor(book)));
    if (options.failures) printFailures(condition, books, chapters);
    return reportOf(condition, books, chapters);
  });
}

function markerFor(chapters: readonly DataChapter[]): (book: string) => SuggestChapter | undefined {
  if (options.cv) {
    const markers = suggestTrainedOnOthers(booksOf(chapters));
    return (book) => markers.get(book);
  }
  if (options.train === undefined) return () => undefined;
  const marker = suggestTrainedOn(loadDataSet(path.resolve(options.train)));
  return () => marker;
}

function printFailures(
  condition: string,
  books: readonly MarkedBook[],
  chapters: readonly DataChapter[],
): void {
  const answers = books.flatMap((book) => book.answers);
  for (const { kind, answer, chapter, start, end } of failuresOf(answers, chapters)) {
    const { text } = chapter;
    const beside = `${text.slice(Math.max(0, start - 60), start)}【${text.slice(start, end)}】${text.slice(end, end + 40)}`;
    console.log(
      `${condition} ${chapter.book}/${chapter.chapter} ${answer.id} ${kind}: ${answer.said} ` +
        `(${answer.confidence.toFixed(2)} ${answer.rule}), truly ${answer.speaker}\n    ${beside.replaceAll('\n', '⏎')}`,
    );
  }
}

function printConfirmed(
  chapters: readonly DataChapter[],
  confirmed: number,
  suggestFor: (book: string) => SuggestChapter | undefined,
): void {
  const scores = [...booksOf(chapters)].map(([book, own]) =>
    confirmedScore(own, confirmed, suggestFor(book)),
  );
  const sum = (count: (score: ConfirmedScore) => number): number =>
    scores.reduce((total, score) => total + count(score), 0);
  const all: ConfirmedScore = {
    book: 'all',
    lines: sum((one) => one.lines),
    anchored: sum((one) => one.anchored),
    remembered: sum((one) => one.remembered),
  };
  console.log(`First ${confirmed} lines of each chapter confirmed, roles with main names only:`);
  for (const { book, lines, anchored, remembered } of [...scores, all]) {
    console.log(`${book}: ${lines} other lines, right ${anchored} as anchors, ${remembered} with memory`);
  }
}

function logLook(reports: readonly ConditionReport[]): void {
  const version = execFileSync('git', ['describe', '--always', '--dirty'], {
    cwd: GOLD,
    encoding: 'utf8',
  }).trim();
  const date = new Date().toISOString().slice(0, 10);
  for (const { condition, accuracy } of reports) {
    const { share, n } = accuracy.named;
    const result = `named ${share === null ? '–' : (share * 100).toFixed(1)} % of ${n}`;
    const line = `| ${date} | evaluate.ts | ${version} | counts of the test books | ${condition} | ${result} |\n`;
    appendFileSync(path.join(GOLD, 'TEST-LOG.md'), line);
  }
}

function chosen(): { title: string; chapters: DataChapter[] } {
  if (options.cv) return { title: 'cross-validation', chapters: loadDataSet(GOLD) };
  if (options.test !== undefined) {
    return { title: path.basename(options.test), chapters: loadDataSet(path.resolve(options.test)) };
  }
  const part = PARTS.find((one) => one === options.set);
  if (part === undefined) throw new Error('Say --set train, development or test, --cv, or --test DIR.');
  return { title: part, chapters: loadDataSet(GOLD, { parts: [part], look: part === 'test' }) };
}

const { title, chapters } = chosen();
if (chapters.length === 0) throw new Error(`${title} has no labelled chapter.`);
const suggestFor = markerFor(chapters);
if (options.confirm !== undefined) printConfirmed(chapters, Number(options.confirm), suggestFor);
const reports = measure(chapters, suggestFor);
if (options.set === 'test') logLook(reports);
const markdown = markdownOf(`Speakers of ${title}`, reports);
mkdirSync(options.out, { recursive: true });
writeFileSync(path.join(options.out, `${title}.json`), `${JSON.stringify(reports, null, 2)}\n`);
writeFileSync(path.join(options.out, `${title}.md`), markdown);
console.log(markdown);
