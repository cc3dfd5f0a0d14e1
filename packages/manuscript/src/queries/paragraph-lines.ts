import type { Mark, Node } from 'prosemirror-model';
import { lineAttributes, lineMarkOf } from '../schema/schema.ts';
import type { LineAttributes } from '../schema/line.ts';

/** A line inside one paragraph: positions are relative to the paragraph's content, offsets to its text. */
export type ParagraphLine = LineAttributes & {
  readonly from: number;
  readonly to: number;
  readonly textFrom: number;
  readonly text: string;
};

// Paragraph nodes are immutable and survive every edit elsewhere, so a key press only recomputes its own paragraph.
const cache = new WeakMap<Node, readonly ParagraphLine[]>();

/** The lines of a paragraph in order. Neighbouring children with equal marks are one line. */
export function paragraphLines(paragraph: Node): readonly ParagraphLine[] {
  const known = cache.get(paragraph);
  if (known !== undefined) return known;
  const lines: ParagraphLine[] = [];
  let position = 0;
  let textAt = 0;
  let lastMark: Mark | null = null;
  for (let index = 0; index < paragraph.childCount; index += 1) {
    const child = paragraph.child(index);
    const mark = lineMarkOf(child.marks);
    const text = child.text ?? '';
    const end = position + child.nodeSize;
    if (mark !== null) {
      const last = lines[lines.length - 1];
      if (last !== undefined && lastMark !== null && lastMark.eq(mark)) {
        lines[lines.length - 1] = { ...last, to: end, text: last.text + text };
      } else {
        lines.push({ ...lineAttributes(mark), from: position, to: end, textFrom: textAt, text });
      }
    }
    lastMark = mark;
    position = end;
    textAt += text.length;
  }
  cache.set(paragraph, lines);
  return lines;
}

/** Calls `visit` with each paragraph, the position of its content's start, and its index in the document. */
export function eachParagraph(
  doc: Node,
  visit: (paragraph: Node, start: number, index: number) => void,
): void {
  let index = 0;
  doc.forEach((page, pageOffset) => {
    page.forEach((paragraph, offset) => {
      visit(paragraph, pageOffset + offset + 2, index);
      index += 1;
    });
  });
}
