import { linesOf, manuscriptSchema, manuscriptToText } from '@huaben/manuscript';
import type { LineAttributes, LineInfo, parseManuscript } from '@huaben/manuscript';
import { EditorState } from 'prosemirror-state';

/** A chapter's document. */
export type Manuscript = ReturnType<typeof parseManuscript>['doc'];

/** The attributes that marking may change on one line of a document. */
export interface LineChange {
  readonly line: LineInfo;
  readonly to: Pick<LineAttributes, 'roleId' | 'kind' | 'origin' | 'confidence'>;
}

/** The marks were about to change something that they must not: nothing of it may be stored. */
export class TextTouched extends Error {}

const fingerprint = (line: LineInfo): string =>
  JSON.stringify([
    line.from,
    line.to,
    line.lineId,
    line.roleId,
    line.kind,
    line.origin,
    line.confidence,
    line.inserted,
  ]);

/**
 * Checks the promise of every marking: each character stands where it stood, in its paragraph, and each
 * line that was not to be changed is what it was.
 * @throws TextTouched
 */
export function mustKeepAllBut(before: Manuscript, after: Manuscript, changed: readonly LineInfo[]): void {
  if (
    manuscriptToText(before, { inserted: true }) !== manuscriptToText(after, { inserted: true }) ||
    manuscriptToText(before, { inserted: false }) !== manuscriptToText(after, { inserted: false })
  ) {
    throw new TextTouched('marking changed the text');
  }
  const free = new Set(changed.map((line) => line.from));
  const left = (doc: Manuscript): string =>
    linesOf(doc)
      .filter((line) => !free.has(line.from))
      .map(fingerprint)
      .join('\n');
  if (left(before) !== left(after))
    throw new TextTouched('marking changed a line that was not to be changed');
}

/**
 * The document with other attributes on some of its lines; text, atoms and all other lines stay.
 * @throws TextTouched if they did not
 */
export function withMarks(doc: Manuscript, changes: readonly LineChange[]): Manuscript {
  if (changes.length === 0) return doc;
  const { tr } = EditorState.create({ doc });
  for (const { line, to } of changes) {
    const { lineId, inserted } = line;
    tr.addMark(line.from, line.to, manuscriptSchema.marks.line.create({ lineId, inserted, ...to }));
  }
  mustKeepAllBut(
    doc,
    tr.doc,
    changes.map(({ line }) => line),
  );
  return tr.doc;
}
