import { detectDialogue } from '@huaben/manuscript';
import type { DetectState } from '@huaben/manuscript';
import type { FoundQuote } from './label.ts';

/**
 * All quotations of a chapter in reading order, quoted terms included: a speech broken by narration or by paragraphs
 * is several quotations. Ids are q1, q2 …; one line of the text is one paragraph.
 */
export function findQuotes(text: string): FoundQuote[] {
  const quotes: FoundQuote[] = [];
  let carry: DetectState | undefined;
  let offset = 0;
  for (const paragraph of text.split('\n')) {
    // An empty line would end a quotation that runs over paragraphs: it is layout, not a paragraph.
    if (paragraph.trim() !== '') {
      const found = detectDialogue(paragraph, carry);
      carry = found.carry;
      for (const span of found.spans) {
        const start = offset + span.from;
        const end = offset + span.to;
        quotes.push({ id: `q${quotes.length + 1}`, start, end, text: text.slice(start, end) });
      }
    }
    offset += paragraph.length + 1;
  }
  return quotes;
}
