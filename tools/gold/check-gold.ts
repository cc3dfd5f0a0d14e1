import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ZodType } from 'zod';
import { agreement } from './agreement.ts';
import type { Agreement } from './agreement.ts';
import { findQuotes } from './find-quotes.ts';
import { booksIn, chaptersIn, chapterText, labelFile, labelledIn, readJson } from './gold-files.ts';
import { chapterLabelsSchema, rosterSchema, splitSchema } from './label-schema.ts';
import { isLabelled, LAYERS, PARTS } from './label.ts';
import type { ChapterLabels, Layer, LabelledQuote, Part, RosterPerson } from './label.ts';
import { labelFaults, rosterFaults, splitFaults, textFaults } from './validate.ts';

/** Agreement on the quotes that both annotators have labelled; in `category` 非对白 counts as one more category. */
export interface PassAgreement {
  speaker: Agreement;
  category: Agreement;
}

/** Counts of one book. */
export interface BookReport {
  book: string;
  part: Part | null;
  chapters: number;
  quotes: number;
  labelled: Record<Layer, number>;
  /** Of the settled labels where there are any, else of annotator a, else of b. */
  categories: Record<string, number>;
  agreement: PassAgreement;
}

/** What the whole data set holds, and every fault in it. */
export interface GoldReport {
  books: BookReport[];
  agreement: PassAgreement;
  faults: string[];
}

interface QuotePair {
  book: string;
  first: LabelledQuote;
  second: LabelledQuote;
}

interface Chapter {
  book: string;
  chapter: string;
  text: string;
  roster: readonly RosterPerson[];
}

/** Reads and checks the whole data set in a folder. */
export function checkGold(gold: string): GoldReport {
  const faults: string[] = [];
  const books = booksIn(gold);
  const split = readAs(path.join(gold, 'split.json'), splitSchema, faults);
  if (split !== null) faults.push(...splitFaults(split, books).map((fault) => `split: ${fault}`));
  const allPairs: QuotePair[] = [];
  const reports = books.map((book): BookReport => {
    const roster = readAs(path.join(gold, 'rosters', `${book}.json`), rosterSchema, faults) ?? [];
    faults.push(...rosterFaults(roster).map((fault) => `roster ${book}: ${fault}`));
    const labelled: Record<Layer, LabelledQuote[]> = { 'annotator-a': [], 'annotator-b': [], labels: [] };
    const pairs: QuotePair[] = [];
    let quotes = 0;
    const chapters = chaptersIn(gold, book);
    for (const chapter of chapters) {
      const text = chapterText(gold, book, chapter);
      faults.push(...textFaults(text).map((fault) => `${book}/${chapter}: ${fault}`));
      quotes += findQuotes(text).length;
      const here = readLayers(gold, { book, chapter, text, roster }, faults);
      for (const layer of LAYERS) labelled[layer].push(...here[layer]);
      pairs.push(...commonPairs(book, here['annotator-a'], here['annotator-b']));
    }
    allPairs.push(...pairs);
    const shown = [labelled.labels, labelled['annotator-a'], labelled['annotator-b']].find(
      (list) => list.length > 0,
    );
    return {
      book,
      part: PARTS.find((part) => split?.[part].includes(book)) ?? null,
      chapters: chapters.length,
      quotes,
      labelled: {
        'annotator-a': labelled['annotator-a'].length,
        'annotator-b': labelled['annotator-b'].length,
        labels: labelled.labels.length,
      },
      categories: countCategories(shown ?? []),
      agreement: passAgreement(pairs),
    };
  });
  faults.push(...strayLabels(gold));
  return { books: reports, agreement: passAgreement(allPairs), faults };
}

function readLayers(gold: string, place: Chapter, faults: string[]): Record<Layer, LabelledQuote[]> {
  const read = (layer: Layer): LabelledQuote[] => {
    const file = labelFile(gold, layer, place.book, place.chapter);
    if (!existsSync(file)) return [];
    const labels: ChapterLabels | null = readAs(file, chapterLabelsSchema, faults);
    if (labels === null) return [];
    const found = labelFaults(labels, { ...place, complete: layer === 'labels' });
    faults.push(...found.map((fault) => `${layer}/${place.book}/${place.chapter}: ${fault}`));
    return labels.quotes.filter(isLabelled);
  };
  return { 'annotator-a': read('annotator-a'), 'annotator-b': read('annotator-b'), labels: read('labels') };
}

function readAs<T>(file: string, schema: ZodType<T>, faults: string[]): T | null {
  const name = path.basename(file);
  try {
    const read = schema.safeParse(readJson(file));
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    faults.push(`${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'has the wrong form'}`);
  } catch (error) {
    faults.push(`${name}: is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  return null;
}

function commonPairs(
  book: string,
  first: readonly LabelledQuote[],
  second: readonly LabelledQuote[],
): QuotePair[] {
  const others = new Map(second.map((quote) => [quote.id, quote]));
  return first.flatMap((quote): QuotePair[] => {
    const other = others.get(quote.id);
    return other === undefined ? [] : [{ book, first: quote, second: other }];
  });
}

function passAgreement(pairs: readonly QuotePair[]): PassAgreement {
  const on = (label: (quote: LabelledQuote, book: string) => string): Agreement =>
    agreement(pairs.map(({ book, first, second }) => [label(first, book), label(second, book)] as const));
  return {
    // Names of two books are never the same person.
    speaker: on((quote, book) => `${book} ${quote.speaker}`),
    category: on((quote) => quote.category ?? quote.speaker),
  };
}

function countCategories(quotes: readonly LabelledQuote[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const quote of quotes) {
    const row = quote.category ?? quote.speaker;
    counts[row] = (counts[row] ?? 0) + 1;
  }
  return counts;
}

function strayLabels(gold: string): string[] {
  const known = new Set(
    booksIn(gold).flatMap((book) => chaptersIn(gold, book).map((chapter) => `${book}/${chapter}`)),
  );
  return LAYERS.flatMap((layer) =>
    labelledIn(gold, layer)
      .filter((chapter) => !known.has(chapter))
      .map((chapter) => `${layer}/${chapter}: there is no such text`),
  );
}
