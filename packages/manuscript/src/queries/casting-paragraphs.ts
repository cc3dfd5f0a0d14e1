import type { Node } from 'prosemirror-model';
import type { LineOrigin } from '../schema/line.ts';
import { authorText } from '../text/plain.ts';
import { eachParagraph, paragraphLines } from './paragraph-lines.ts';

/** A line as the casting sees it; `from` and `to` are UTF-16 offsets in the paragraph's text, quotation marks included. */
export type CastingQuote = {
  readonly lineId: string;
  readonly from: number;
  readonly to: number;
  readonly roleId: string | null;
  readonly origin: LineOrigin;
};

/** One paragraph of the author's text with the lines in it. */
export type CastingParagraph = { readonly text: string; readonly quotes: readonly CastingQuote[] };

/** The paragraphs of a document for speaker attribution: the author's text only, with its dialogue and inner voice; inserted text and narration overrides are left out. */
export function castingParagraphs(doc: Node): CastingParagraph[] {
  const paragraphs: CastingParagraph[] = [];
  eachParagraph(doc, (paragraph) => {
    const quotes: CastingQuote[] = [];
    let inserted = 0;
    for (const line of paragraphLines(paragraph)) {
      if (line.inserted) {
        inserted += line.text.length;
        continue;
      }
      if (line.kind === 'narration' || line.text === '') continue;
      const from = line.textFrom - inserted;
      quotes.push({
        lineId: line.lineId,
        from,
        to: from + line.text.length,
        roleId: line.roleId,
        origin: line.origin,
      });
    }
    paragraphs.push({ text: authorText(paragraph), quotes });
  });
  return paragraphs;
}
