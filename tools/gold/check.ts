// node tools/run.mjs tools/gold/check.ts: checks the gold data set and prints what it holds.
import { checkGold } from './check-gold.ts';
import type { PassAgreement } from './check-gold.ts';
import { GOLD } from './gold-files.ts';

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const decimal = (kappa: number | null): string => (kappa === null ? '–' : kappa.toFixed(3));
const told = ({ speaker, category }: PassAgreement): string =>
  speaker.n === 0
    ? ''
    : `both ${speaker.n}: speaker ${percent(speaker.raw)}, kappa ${decimal(speaker.kappa)}; ` +
      `category ${percent(category.raw)}, kappa ${decimal(category.kappa)}`;

const report = checkGold(GOLD);
for (const book of report.books) {
  const { labelled } = book;
  const categories = Object.entries(book.categories).map(([name, count]) => `${name} ${count}`);
  console.log(
    [
      `${book.book} [${book.part ?? 'no part'}]`,
      `${book.chapters} chapters, ${book.quotes} quotes`,
      `a ${labelled['annotator-a']}, b ${labelled['annotator-b']}, settled ${labelled.labels}`,
      categories.join(' '),
      told(book.agreement),
    ]
      .filter((part) => part !== '')
      .join(' | '),
  );
}
const sum = (count: (book: (typeof report.books)[number]) => number): number =>
  report.books.reduce((total, book) => total + count(book), 0);
console.log(
  `all: ${report.books.length} books, ${sum((book) => book.chapters)} chapters, ${sum((book) => book.quotes)} quotes; ` +
    `a ${sum((book) => book.labelled['annotator-a'])}, b ${sum((book) => book.labelled['annotator-b'])}, ` +
    `settled ${sum((book) => book.labelled.labels)}. ${told(report.agreement)}`,
);
for (const fault of report.faults) console.error(fault);
if (report.faults.length > 0) process.exitCode = 1;
