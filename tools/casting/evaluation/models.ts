import { suggestSpeakers } from '@huaben/casting';
import type { SpeakerModel, SuggestChapter } from '@huaben/casting';
import type { DataChapter } from '../data/load-data-set.ts';
import { BOOK_GROUPS, crossValidate, fitCurves } from '../training/cross-validate.ts';
import type { Judged } from '../training/cross-validate.ts';
import { lessonsOf } from '../training/lessons.ts';
import { trainRanker } from '../training/train-ranker.ts';
import { markedBook } from './mark-books.ts';

type Ranker = ReturnType<typeof trainRanker>;

/** Curves that leave a chance as it is. */
const UNCALIBRATED: ReturnType<typeof fitCurves> = { explicit: [], implicit: [], latent: [], wording: [] };

/** The marker with a ranker trained on these chapters alone, calibrated on each of their books by a ranker of the others. */
export function suggestTrainedOn(chapters: readonly DataChapter[]): SuggestChapter {
  const lessons = lessonsOf(chapters);
  const ranker = trainRanker(lessons);
  return suggestWith(ranker, fitCurves(crossValidate(lessons)));
}

/** For every book the marker as trained and calibrated on the other groups of books only; `BOOK_GROUPS` of them. */
export function suggestTrainedOnOthers(
  books: ReadonlyMap<string, readonly DataChapter[]>,
): Map<string, SuggestChapter> {
  const names = [...books.keys()];
  const groupOf = (book: string): number => names.indexOf(book) % BOOK_GROUPS;
  const groups = new Map(
    [...new Set(names.map(groupOf))].map((group) => {
      const others = [...books]
        .filter(([book]) => groupOf(book) !== group)
        .flatMap(([, chapters]) => chapters);
      return [group, trainRanker(lessonsOf(others))] as const;
    }),
  );
  const rankers = new Map(
    names.flatMap((book) => {
      const ranker = groups.get(groupOf(book));
      return ranker === undefined ? [] : [[book, ranker] as const];
    }),
  );
  const judged = [...books].flatMap(([book, chapters]): Judged[] => {
    const ranker = rankers.get(book);
    if (ranker === undefined) return [];
    return markedBook(chapters, 'given', suggestWith(ranker, UNCALIBRATED)).answers.map((answer) => ({
      book,
      part: '',
      category: answer.category,
      curve: answer.read ?? 'wording',
      chance: answer.confidence,
      right: answer.right,
      ruleRight: false,
    }));
  });
  return new Map(
    [...rankers].map(([book, ranker]) => {
      return [book, suggestWith(ranker, fitCurves(judged.filter((one) => one.book !== book)))];
    }),
  );
}

function suggestWith(ranker: Ranker, curves: ReturnType<typeof fitCurves>): SuggestChapter {
  const model: SpeakerModel = { ranker: () => ranker, curves: () => curves };
  return (input) => suggestSpeakers({ ...input, model });
}
