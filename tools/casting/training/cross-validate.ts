import { calibrated, categoryOf, rankedChances } from '@huaben/casting';
import type { PackedRanker, Ranker } from '@huaben/casting';
import { fitCurve } from './calibrate.ts';
import type { Lesson } from './lessons.ts';
import { trainRanker } from './train-ranker.ts';

/** What a ranker that had not seen the book said of a line, and what the rules alone say. */
export interface Judged {
  book: string;
  part: string;
  /** True category; null for 非对白. */
  category: string | null;
  /** Curve that calibrates the line: its category as read from the frames, or wording. */
  curve: string;
  chance: number;
  right: boolean;
  ruleRight: boolean;
}

/** Groups of books; a ranker for each is trained on the others. */
export const BOOK_GROUPS = 5;

/** Judges every book by a ranker trained without its group; nothing when there is one book only. */
export function crossValidate(lessons: readonly Lesson[]): Judged[] {
  const books = [...new Set(lessons.map(({ book }) => book))];
  if (books.length < 2) return [];
  return Array.from({ length: BOOK_GROUPS }, (_, fold) => fold).flatMap((fold) => {
    const out = (lesson: Lesson): boolean => books.indexOf(lesson.book) % BOOK_GROUPS === fold;
    const tested = lessons.filter(out);
    if (tested.length === 0) return [];
    const ranker = trainRanker(lessons.filter((lesson) => !out(lesson)));
    return tested.flatMap((lesson) => judge(lesson, ranker));
  });
}

function judge({ plain, ranking, lines, book, part }: Lesson, ranker: Ranker): Judged[] {
  if (!plain) return [];
  const chances = rankedChances(ranking, ranker);
  const rules = ranking.ruleChances();
  return lines.flatMap((line, i): Judged[] => {
    const read = ranking.lines[i];
    if (line.speaker === null || read === undefined) return [];
    const best = indexOfMost(chances[i] ?? []);
    const nobody = ranking.label(i, best) === '非对白';
    return [
      {
        book,
        part,
        category: line.category,
        curve: nobody ? 'wording' : categoryOf(read),
        chance: chances[i]?.[best] ?? 0,
        right: line.right[best] === 1,
        ruleRight: line.right[indexOfMost(rules[i] ?? [])] === 1,
      },
    ];
  });
}

function indexOfMost(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value > (values[best] ?? -1) ? i : best), 0);
}

/** Curves for every kind of line. */
export function fitCurves(judged: readonly Judged[]): PackedRanker['curves'] {
  const of = (curve: string): Judged[] => judged.filter((one) => one.curve === curve);
  return {
    explicit: fitCurve(of('explicit')),
    implicit: fitCurve(of('implicit')),
    latent: fitCurve(of('latent')),
    wording: fitCurve(of('wording')),
  };
}

/** The judged lines with the confidence that curves fitted on the other books give them. */
export function withConfidence(judged: readonly Judged[]): (Judged & { confidence: number })[] {
  return [...new Set(judged.map(({ book }) => book))].flatMap((book) => {
    const curves: Readonly<Record<string, PackedRanker['curves']['latent']>> = fitCurves(
      judged.filter((one) => one.book !== book),
    );
    return judged
      .filter((one) => one.book === book)
      .map((one) => ({ ...one, confidence: calibrated(curves[one.curve] ?? [], one.chance) }));
  });
}
