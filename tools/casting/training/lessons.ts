import { openRanking } from '@huaben/casting';
import type { CastingParagraph, Ranking } from '@huaben/casting';
import type { DataChapter } from '../data/load-data-set.ts';
import { rosterFor } from '../evaluation/conditions.ts';
import { seededRandom } from './random.ts';

/** A chapter as the ranker sees it, with the right candidates of every line. */
export interface Lesson {
  book: string;
  part: string;
  chapter: string;
  /** The people are all known and no line is marked: the condition that accuracy is measured under. */
  plain: boolean;
  ranking: Ranking;
  lines: readonly LessonLine[];
}

export interface LessonLine {
  lineId: string;
  /** Marked by a human in this lesson, so nothing to rank. */
  fixed: boolean;
  speaker: string | null;
  category: string | null;
  /** 1 for a right candidate. */
  right: Uint8Array;
}

/** Share of lines that a human has marked in the lessons that teach how to use marks. */
const MARKED_SHARE = 0.25;

/** Every chapter as a lesson: once plain, once with some lines marked by a human. */
export function lessonsOf(chapters: readonly DataChapter[]): Lesson[] {
  return chapters.flatMap((chapter, index) => [
    lessonOf(chapter, chapter.paragraphs, true),
    lessonOf(chapter, markSome(chapter, seededRandom(77 + index)), false),
  ]);
}

function markSome({ paragraphs, quotes, roster }: DataChapter, random: () => number): CastingParagraph[] {
  const speaker = new Map(quotes.map((quote) => [quote.id, quote.speaker]));
  const names = new Set(roster.map(({ name }) => name));
  return paragraphs.map(({ text, quotes: own }) => ({
    text,
    quotes: own.map((quote) => {
      const name = speaker.get(quote.lineId);
      if (random() >= MARKED_SHARE || name === undefined || !names.has(name)) return quote;
      return { ...quote, roleId: name, origin: 'human' };
    }),
  }));
}

function lessonOf(chapter: DataChapter, paragraphs: readonly CastingParagraph[], plain: boolean): Lesson {
  const roster = rosterFor('given', [chapter]);
  const ranking = openRanking({ paragraphs, roster, discovered: [] });
  const truth = new Map(chapter.quotes.map((quote) => [quote.id, quote]));
  const lines = ranking.lines.map((line, i): LessonLine => {
    const { lineId } = line.read.placed.quote;
    const label = truth.get(lineId);
    const right = Uint8Array.from(line.candidates, (_, c) => +(ranking.label(i, c) === label?.speaker));
    return {
      lineId,
      fixed: line.read.fixed !== null,
      speaker: label?.speaker ?? null,
      category: label?.category ?? null,
      right,
    };
  });
  return {
    book: chapter.book,
    part: chapter.part ?? 'train',
    chapter: chapter.chapter,
    plain,
    ranking,
    lines,
  };
}
