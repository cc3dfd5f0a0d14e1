import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ZodType } from 'zod';
import type { CastingParagraph, CastingQuote } from '@huaben/casting';
import { booksIn, chaptersIn, chapterText, labelFile, readJson } from '../../gold/gold-files.ts';
import { chapterLabelsSchema, rosterSchema, splitSchema } from '../../gold/label-schema.ts';
import { PARTS } from '../../gold/label.ts';
import type { Category, ChapterLabels, Part, RosterPerson } from '../../gold/label.ts';
import { labelFaults } from '../../gold/validate.ts';

/** A quotation with its true speaker; offsets are UTF-16 in the chapter's text, quotation marks included. */
export interface DataQuote {
  /** The same as the `lineId` of the casting paragraphs. */
  id: string;
  start: number;
  end: number;
  text: string;
  /** A main name of the roster, 匿名, 群体 or 非对白. */
  speaker: string;
  /** Null only for 非对白. */
  category: Category | null;
}

/** A labelled chapter, ready for the marker. */
export interface DataChapter {
  book: string;
  chapter: string;
  part: Part | null;
  text: string;
  /** The paragraphs that are not blank, with every quotation as an unmarked line. */
  paragraphs: CastingParagraph[];
  /** Offset in `text` of each of these paragraphs. */
  paragraphStarts: number[];
  /** The quotations that have a label, in reading order. */
  quotes: DataQuote[];
  /** The people of the whole book. */
  roster: RosterPerson[];
}

/** What to load: all books but those of the test part when `parts` is left out. */
export interface DataSelection {
  parts?: readonly Part[];
  /** Says that a look at the frozen test books is meant; without it they are refused. */
  look?: boolean;
}

/**
 * Loads the labelled chapters of a data set in the gold format, in the order of their names. Labels come from labels/,
 * or from annotator-a/ for a chapter that is not settled. Without split.json every book is loaded, with no part.
 * Throws for files of a wrong form, labels that do not fit their text, and test books without `look`.
 */
export function loadDataSet(folder: string, selection: DataSelection = {}): DataChapter[] {
  if (selection.parts?.includes('test') === true && selection.look !== true) {
    throw new Error('The test books are frozen: ask for them with { look: true } and log the look.');
  }
  if (!existsSync(path.join(folder, 'texts'))) throw new Error(`${folder} has no folder texts/.`);
  const splitFile = path.join(folder, 'split.json');
  const split = existsSync(splitFile) ? readAs(splitFile, splitSchema) : null;
  return booksIn(folder).flatMap((book) => {
    const part = PARTS.find((one) => split?.[one].includes(book) === true) ?? null;
    if (split !== null && part === null) return [];
    if (part !== null && !(selection.parts ?? ['train', 'development']).includes(part)) return [];
    return loadBook(folder, book, part);
  });
}

function loadBook(folder: string, book: string, part: Part | null): DataChapter[] {
  const labelled = chaptersIn(folder, book).flatMap((chapter) => {
    const file = (['labels', 'annotator-a'] as const)
      .map((layer) => labelFile(folder, layer, book, chapter))
      .find((one) => existsSync(one));
    return file === undefined ? [] : [{ chapter, file }];
  });
  if (labelled.length === 0) return [];
  const roster = readAs(path.join(folder, 'rosters', `${book}.json`), rosterSchema);
  return labelled.flatMap(({ chapter, file }) => {
    const text = chapterText(folder, book, chapter);
    const labels: ChapterLabels = readAs(file, chapterLabelsSchema);
    const [fault] = labelFaults(labels, { book, chapter, text, roster, complete: false });
    if (fault !== undefined) throw new Error(`${file}: ${fault}.`);
    const quotes = labels.quotes.flatMap(({ id, start, end, text: words, speaker, category }) =>
      speaker === '' ? [] : [{ id, start, end, text: words, speaker, category }],
    );
    if (quotes.length === 0) return [];
    return [{ book, chapter, part, text, ...paragraphsOf(text, labels.quotes), quotes, roster }];
  });
}

function paragraphsOf(
  text: string,
  quotes: readonly { id: string; start: number; end: number }[],
): Pick<DataChapter, 'paragraphs' | 'paragraphStarts'> {
  const paragraphs: CastingParagraph[] = [];
  const paragraphStarts: number[] = [];
  let start = 0;
  let next = 0;
  for (const line of text.split('\n')) {
    const own: CastingQuote[] = [];
    for (let quote = quotes[next]; quote !== undefined && quote.end <= start + line.length; ) {
      const { id, start: from, end: to } = quote;
      own.push({ lineId: id, from: from - start, to: to - start, roleId: null, origin: 'rule' });
      quote = quotes[++next];
    }
    if (line.trim() !== '') {
      paragraphs.push({ text: line, quotes: own });
      paragraphStarts.push(start);
    }
    start += line.length + 1;
  }
  return { paragraphs, paragraphStarts };
}

function readAs<T>(file: string, schema: ZodType<T>): T {
  const read = schema.safeParse(readJson(file));
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new Error(`${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'has the wrong form'}`);
}
