import { splitClauses } from './clauses.ts';
import type { Clause } from './clauses.ts';
import type { CastingParagraph, CastingQuote } from './types.ts';

/** The narration between two quotes of one paragraph, or at its ends. */
export interface Gap {
  paragraph: number;
  from: number;
  to: number;
  clauses: readonly Clause[];
  /** True when nothing but space and punctuation stands in it. */
  empty: boolean;
}

/** A quote in reading order with the narration before and after it in its paragraph. */
export interface PlacedQuote {
  paragraph: number;
  quote: CastingQuote;
  before: Gap;
  after: Gap;
  firstInParagraph: boolean;
  lastInParagraph: boolean;
}

/** A chapter cut into narration and quotes. */
export interface Layout {
  paragraphs: readonly CastingParagraph[];
  /** Gaps per paragraph: one more than the paragraph's valid quotes. */
  gaps: readonly (readonly Gap[])[];
  quotes: readonly PlacedQuote[];
}

/** Cuts paragraphs into gaps and quotes; quotes that overlap or leave the text are clipped to what is left. */
export function layOut(paragraphs: readonly CastingParagraph[]): Layout {
  const gaps: Gap[][] = [];
  const quotes: PlacedQuote[] = [];
  paragraphs.forEach((paragraph, index) => {
    const { text } = paragraph;
    const ordered = [...paragraph.quotes].sort((a, b) => a.from - b.from);
    const own: Gap[] = [];
    let cursor = 0;
    const gap = (from: number, to: number): Gap => {
      const clauses = splitClauses(text, from, to);
      return { paragraph: index, from, to, clauses, empty: clauses.length === 0 };
    };
    const spans: { from: number; to: number; quote: CastingQuote }[] = [];
    for (const quote of ordered) {
      const from = Math.min(text.length, Math.max(cursor, Math.trunc(quote.from) || 0));
      const to = Math.min(text.length, Math.max(from, Math.trunc(quote.to) || 0));
      own.push(gap(cursor, from));
      spans.push({ from, to, quote: { ...quote, from, to } });
      cursor = to;
    }
    own.push(gap(cursor, text.length));
    gaps.push(own);
    spans.forEach((span, i) => {
      const before = own[i];
      const after = own[i + 1];
      if (before === undefined || after === undefined) return;
      quotes.push({
        paragraph: index,
        quote: span.quote,
        before,
        after,
        firstInParagraph: i === 0,
        lastInParagraph: i === spans.length - 1,
      });
    });
  });
  return { paragraphs, gaps, quotes };
}
