import type { Node } from 'prosemirror-model';
import type { LineAttributes } from '../schema/line.ts';
import { countWords } from '../text/words.ts';
import { eachParagraph, paragraphLines } from './paragraph-lines.ts';

/** A line of the document: `from` and `to` are document positions, `paragraph` counts from 0. */
export type LineInfo = LineAttributes & {
  readonly from: number;
  readonly to: number;
  readonly paragraph: number;
  readonly text: string;
};

/** All lines in reading order, narration overrides included. */
export function linesOf(doc: Node): LineInfo[] {
  const lines: LineInfo[] = [];
  eachParagraph(doc, (paragraph, start, index) => {
    for (const { textFrom: _textFrom, ...line } of paragraphLines(paragraph)) {
      lines.push({ ...line, from: start + line.from, to: start + line.to, paragraph: index });
    }
  });
  return lines;
}

/** The line that the position is in or touches, the one that begins there first; null in bare text. */
export function lineAt(doc: Node, pos: number): LineInfo | null {
  if (pos < 0 || pos > doc.content.size) return null;
  const at = doc.resolve(pos);
  if (at.depth < 2) return null;
  const start = at.start(2);
  const offset = pos - start;
  const touching = paragraphLines(at.node(2)).filter((line) => line.from <= offset && offset <= line.to);
  const found = touching.find((line) => offset < line.to) ?? touching[0];
  if (found === undefined) return null;
  const { textFrom: _textFrom, ...line } = found;
  return {
    ...line,
    from: start + line.from,
    to: start + line.to,
    paragraph: paragraphIndex(doc, at.index(0), at.index(1)),
  };
}

/** Whether a line still waits for its role; narration overrides need none. */
export function isUnassigned(line: LineAttributes): boolean {
  return line.roleId === null && line.kind !== 'narration';
}

/** The nearest line without a role that begins after (1) or before (-1) the position, around the ends of the document; null when all have one. */
export function nextUnassigned(doc: Node, pos: number, dir: 1 | -1): LineInfo | null {
  const open = linesOf(doc).filter(isUnassigned);
  if (dir === 1) return open.find((line) => line.from > pos) ?? open[0] ?? null;
  return open.findLast((line) => line.from < pos) ?? open[open.length - 1] ?? null;
}

/** Figures of a document. Words follow `countWords` without punctuation; `byRole` has only roles with lines. */
export type LineStats = {
  readonly lines: number;
  readonly unassigned: number;
  readonly dialogueWords: number;
  readonly narrationWords: number;
  readonly byRole: Map<string, { lines: number; words: number }>;
};

type ParagraphStats = { readonly words: number; readonly lineWords: readonly number[] };

const statsCache = new WeakMap<Node, ParagraphStats>();

/** Counts lines and words; text marked as narration and unmarked text are narration. Only changed paragraphs are counted again. */
export function lineStats(doc: Node): LineStats {
  const byRole: LineStats['byRole'] = new Map();
  let lines = 0;
  let unassigned = 0;
  let dialogueWords = 0;
  let allWords = 0;
  eachParagraph(doc, (paragraph) => {
    const { words, lineWords } = paragraphStats(paragraph);
    allWords += words;
    paragraphLines(paragraph).forEach((line, index) => {
      lines += 1;
      const spoken = lineWords[index] ?? 0;
      if (line.kind !== 'narration') dialogueWords += spoken;
      if (isUnassigned(line)) unassigned += 1;
      if (line.roleId === null) return;
      const figures = byRole.get(line.roleId) ?? { lines: 0, words: 0 };
      figures.lines += 1;
      figures.words += spoken;
      byRole.set(line.roleId, figures);
    });
  });
  return { lines, unassigned, dialogueWords, narrationWords: allWords - dialogueWords, byRole };
}

function paragraphStats(paragraph: Node): ParagraphStats {
  const known = statsCache.get(paragraph);
  if (known !== undefined) return known;
  // Words are counted between the borders of lines, so that the parts always add up.
  const text = paragraph.textContent;
  const lineWords: number[] = [];
  let words = 0;
  let at = 0;
  for (const line of paragraphLines(paragraph)) {
    const counted = countWords(line.text);
    lineWords.push(counted);
    words += countWords(text.slice(at, line.textFrom)) + counted;
    at = line.textFrom + line.text.length;
  }
  words += countWords(text.slice(at));
  const stats = { words, lineWords };
  statsCache.set(paragraph, stats);
  return stats;
}

function paragraphIndex(doc: Node, page: number, within: number): number {
  let index = within;
  for (let before = 0; before < page; before += 1) index += doc.child(before).childCount;
  return index;
}
