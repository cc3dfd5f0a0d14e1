import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { LineAttributes } from '../schema/line.ts';
import { lineMark, manuscriptSchema } from '../schema/schema.ts';
import { eachParagraph, paragraphLines } from '../queries/paragraph-lines.ts';
import type { LineInfo } from '../queries/lines.ts';

/** Part of one paragraph in document positions. */
export type ParagraphRange = {
  readonly paragraph: Node;
  readonly start: number;
  readonly index: number;
  readonly from: number;
  readonly to: number;
};

/** The paragraphs that a selection touches, each with the part of it that is selected. */
export function selectedRanges(state: EditorState): ParagraphRange[] {
  const { from, to } = state.selection;
  const ranges: ParagraphRange[] = [];
  eachParagraph(state.doc, (paragraph, start, index) => {
    const end = start + paragraph.content.size;
    if (start > to || end < from) return;
    ranges.push({ paragraph, start, index, from: Math.max(from, start), to: Math.min(to, end) });
  });
  return ranges;
}

/** The lines of a paragraph that overlap the range; an empty range takes the one line that it is in or touches. */
export function linesWithin(range: ParagraphRange): LineInfo[] {
  const lines = paragraphLines(range.paragraph).map(({ textFrom: _textFrom, ...line }) => ({
    ...line,
    from: range.start + line.from,
    to: range.start + line.to,
    paragraph: range.index,
  }));
  if (range.from < range.to) return lines.filter((line) => line.from < range.to && line.to > range.from);
  const touching = lines.filter((line) => line.from <= range.from && range.from <= line.to);
  const found = touching.find((line) => range.from < line.to) ?? touching[0];
  return found === undefined ? [] : [found];
}

/** The attributes alone, without where the line stands. */
export function attributesOf(line: LineAttributes): LineAttributes {
  const { lineId, roleId, kind, origin, confidence, inserted } = line;
  return { lineId, roleId, kind, origin, confidence, inserted };
}

/** Sets the line's attributes over its whole extent. */
export function remark(tr: Transaction, line: LineInfo, change: Partial<LineAttributes>): void {
  tr.addMark(line.from, line.to, lineMark({ ...attributesOf(line), ...change }));
}

/** Takes a line's mark away; its text stays. */
export function unmark(tr: Transaction, line: LineInfo): void {
  tr.removeMark(line.from, line.to, manuscriptSchema.marks.line);
}

/** The range without white space at its ends, in document positions, or null when nothing else is in it. */
export function trimmed(doc: Node, from: number, to: number): { from: number; to: number } | null {
  const text = doc.textBetween(from, to, '\n', ' ');
  const lead = text.length - text.trimStart().length;
  const trail = text.length - text.trimEnd().length;
  return lead + trail >= text.length ? null : { from: from + lead, to: to - trail };
}

/** Document positions of a range of text offsets in a paragraph, atoms inside included. */
export function textRange(
  paragraph: Node,
  start: number,
  from: number,
  to: number,
): { from: number; to: number } {
  let textAt = 0;
  let begin: number | null = null;
  let end = start;
  paragraph.forEach((child, offset) => {
    const length = child.text?.length ?? 0;
    if (length > 0) {
      if (begin === null && from < textAt + length) begin = start + offset + (from - textAt);
      if (to > textAt) end = start + offset + Math.min(length, to - textAt);
    }
    textAt += length;
  });
  return { from: begin ?? end, to: end };
}
