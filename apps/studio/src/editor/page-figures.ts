import { lineStats, linesOf, manuscriptSchema, serialiseManuscript } from '@huaben/manuscript';
import type { LineInfo, LineStats } from '@huaben/manuscript';
import type { Node } from 'prosemirror-model';

/** What one page contributes. Positions in its lines count from the page alone and are of no use outside. */
type PageFigures = { readonly stats: LineStats; readonly lines: readonly PageLine[] };

/** A line without its place in the document. */
export type PageLine = Omit<LineInfo, 'from' | 'to' | 'paragraph'>;

/** Figures of a text, with the place of each role's first line among its lines. */
export type ManuscriptFigures = {
  readonly stats: LineStats;
  readonly firstLine: ReadonlyMap<string, number>;
  readonly lines: () => Iterable<PageLine>;
};

// Page nodes are immutable: a key press makes one page new and leaves the others as they were counted.
const figuresOfPage = new WeakMap<Node, PageFigures>();
const htmlOfPage = new WeakMap<Node, string>();

const alone = (page: Node): Node => manuscriptSchema.nodes.doc.create(null, page);

function pageFigures(page: Node): PageFigures {
  const known = figuresOfPage.get(page);
  if (known !== undefined) return known;
  const doc = alone(page);
  const figures = { stats: lineStats(doc), lines: linesOf(doc) };
  figuresOfPage.set(page, figures);
  return figures;
}

/** Lines, words and roles of a text; only pages that changed since the last call are counted. */
export function manuscriptFigures(doc: Node): ManuscriptFigures {
  const byRole: LineStats['byRole'] = new Map();
  const firstLine = new Map<string, number>();
  let [lines, unassigned, dialogueWords, narrationWords] = [0, 0, 0, 0];
  doc.forEach((page) => {
    const { stats, lines: pageLines } = pageFigures(page);
    for (const [roleId, figures] of stats.byRole) {
      if (!firstLine.has(roleId))
        firstLine.set(roleId, lines + pageLines.findIndex((line) => line.roleId === roleId));
      const sum = byRole.get(roleId);
      byRole.set(roleId, {
        lines: (sum?.lines ?? 0) + figures.lines,
        words: (sum?.words ?? 0) + figures.words,
      });
    }
    lines += stats.lines;
    unassigned += stats.unassigned;
    dialogueWords += stats.dialogueWords;
    narrationWords += stats.narrationWords;
  });
  return {
    stats: { lines, unassigned, dialogueWords, narrationWords, byRole },
    firstLine,
    lines: () => pageLinesOf(doc),
  };
}

function* pageLinesOf(doc: Node): Generator<PageLine> {
  for (let index = 0; index < doc.childCount; index += 1) yield* pageFigures(doc.child(index)).lines;
}

/** The lines of the page that a position is on and of its neighbours. */
export function linesNear(doc: Node, pos: number): PageLine[] {
  const at = doc.resolve(Math.min(Math.max(0, pos), doc.content.size)).index(0);
  const near: PageLine[] = [];
  for (let index = Math.max(0, at - 1); index <= at + 1 && index < doc.childCount; index += 1) {
    near.push(...pageFigures(doc.child(index)).lines);
  }
  return near;
}

/** {@link serialiseManuscript}, writing only pages that changed since the last call. */
export function manuscriptHtml(doc: Node, chapterId: string | null): string {
  let html = '';
  doc.forEach((page, _offset, index) => {
    if (index === 0) html += serialiseManuscript(alone(page), chapterId);
    else html += pageHtml(page);
  });
  return html;
}

function pageHtml(page: Node): string {
  const known = htmlOfPage.get(page);
  if (known !== undefined) return known;
  const html = serialiseManuscript(alone(page), null);
  htmlOfPage.set(page, html);
  return html;
}
