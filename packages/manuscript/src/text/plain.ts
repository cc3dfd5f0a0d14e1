import type { Mark, Node } from 'prosemirror-model';
import { detectDialogue } from '../dialogue/detect.ts';
import type { DetectState } from '../dialogue/detect.ts';
import { SPEECH_THRESHOLD } from '../dialogue/likely-speech.ts';
import { lineMark, lineMarkOf, lineAttributes, manuscriptSchema } from '../schema/schema.ts';
import { paginate } from '../schema/pages.ts';

/** `detect: false` leaves all text unmarked. */
export type FromTextOptions = { readonly detect?: boolean };

/**
 * A document from plain text: one paragraph per source line that holds more than white space, every character of the
 * line kept, indents included; blank lines only separate. Speech gets unassigned lines of origin `rule`.
 */
export function manuscriptFromText(
  text: string,
  newLineId: () => string,
  options: FromTextOptions = {},
): Node {
  const paragraphs: Node[] = [];
  let carry: DetectState | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue;
    if (options.detect === false) {
      paragraphs.push(paragraphOf([manuscriptSchema.text(line)]));
      continue;
    }
    const detected = detectDialogue(line, carry);
    carry = detected.carry;
    const inline: Node[] = [];
    let at = 0;
    for (const span of detected.spans) {
      if (span.likelySpeech < SPEECH_THRESHOLD) continue;
      if (span.from > at) inline.push(manuscriptSchema.text(line.slice(at, span.from)));
      inline.push(manuscriptSchema.text(line.slice(span.from, span.to), [detectedLine(newLineId())]));
      at = span.to;
    }
    if (at < line.length) inline.push(manuscriptSchema.text(line.slice(at)));
    paragraphs.push(paragraphOf(inline));
  }
  return paginate(paragraphs);
}

/** The mark of a line that detection made: unassigned dialogue of origin `rule`. */
export function detectedLine(lineId: string): Mark {
  return lineMark({
    lineId,
    roleId: null,
    kind: 'dialogue',
    origin: 'rule',
    confidence: null,
    inserted: false,
  });
}

/** The text of a document, paragraphs joined by line feeds; without `inserted` it is exactly what the author wrote. */
export function manuscriptToText(doc: Node, options: { readonly inserted: boolean }): string {
  const paragraphs: string[] = [];
  doc.forEach((page) => {
    page.forEach((paragraph) => {
      paragraphs.push(options.inserted ? paragraph.textContent : authorText(paragraph));
    });
  });
  return paragraphs.join('\n');
}

/** The text of one paragraph without what the marker inserted. */
export function authorText(paragraph: Node): string {
  let text = '';
  paragraph.forEach((child) => {
    const mark = lineMarkOf(child.marks);
    if (child.isText && !(mark !== null && lineAttributes(mark).inserted)) text += child.text ?? '';
  });
  return text;
}

function paragraphOf(inline: readonly Node[]): Node {
  return manuscriptSchema.nodes.paragraph.create(null, inline);
}
