/** Definitions in packages/casting/gold/README.md. */
export const CATEGORIES = ['explicit', 'implicit', 'latent'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Labels that are no name of a roster: an unnamed voice, several at once, wording that nobody speaks here. */
export const OTHER_SPEAKERS = ['匿名', '群体', '非对白'] as const;

/** The two independent annotators, and the labels settled between them. */
export const LAYERS = ['annotator-a', 'annotator-b', 'labels'] as const;
export type Layer = (typeof LAYERS)[number];

export const PARTS = ['train', 'development', 'test'] as const;
export type Part = (typeof PARTS)[number];

/** A quotation found in a chapter; offsets are UTF-16 in the whole chapter, quotation marks included. */
export interface FoundQuote {
  id: string;
  start: number;
  end: number;
  text: string;
}

/** A quotation with its label; an empty speaker and a null category mean that nobody has labelled it yet. */
export interface LabelledQuote extends FoundQuote {
  speaker: string;
  category: Category | null;
  note?: string;
}

/** One annotator's (or the settled) labels of a chapter. */
export interface ChapterLabels {
  book: string;
  chapter: string;
  textSha256: string;
  quotes: LabelledQuote[];
}

/** A character of a book: main name, other names, sex as far as the text tells. */
export interface RosterPerson {
  name: string;
  aliases: string[];
  sex: 'male' | 'female' | null;
}

/** A quotation that has its label. */
export function isLabelled(quote: LabelledQuote): boolean {
  return quote.speaker !== '';
}
