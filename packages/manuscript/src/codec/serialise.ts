import type { Mark, Node } from 'prosemirror-model';
import { ATOM_NAMES, ATOMS, atomValue } from '../schema/atoms.ts';
import type { AtomName } from '../schema/atoms.ts';
import { isConfidence, isLineKind, isLineOrigin, isManuscriptId } from '../schema/line.ts';
import { lineAttributes, lineMarkOf } from '../schema/schema.ts';
import { chapterMarker } from './chapter-marker.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { ManuscriptError } from './manuscript-error.ts';

/**
 * The stored form of a document: Manuscript HTML, with the chapter marker in front unless `chapterId` is null.
 * Equal paragraphs give equal text; pages leave no trace. Throws ManuscriptError (BAD_ATTRIBUTE) when an id or value is not allowed.
 */
export function serialiseManuscript(doc: Node, chapterId: string | null): string {
  let out = chapterId === null ? '' : chapterMarker(chapterId);
  doc.forEach((page) => {
    page.forEach((paragraph) => {
      out += `<p>${serialiseInline(paragraph)}</p>`;
    });
  });
  return out;
}

function serialiseInline(paragraph: Node): string {
  let out = '';
  let open: Mark | null = null;
  for (let index = 0; index < paragraph.childCount; index += 1) {
    const child = paragraph.child(index);
    const mark = lineMarkOf(child.marks);
    if (open !== null && (mark === null || !mark.eq(open))) out += '</span>';
    if (mark !== null && (open === null || !mark.eq(open))) out += spanTag(mark);
    open = mark;
    out += child.isText ? escapeText(child.text ?? '') : atomTag(child);
  }
  return open === null ? out : `${out}</span>`;
}

function spanTag(mark: Mark): string {
  const { lineId, roleId, kind, origin, confidence, inserted } = lineAttributes(mark);
  const valid =
    isManuscriptId(lineId) &&
    (roleId === null || isManuscriptId(roleId)) &&
    isLineKind(kind) &&
    isLineOrigin(origin) &&
    (confidence === null || isConfidence(confidence));
  if (!valid) throw new ManuscriptError('BAD_ATTRIBUTE', -1);
  return (
    `<span data-line="${lineId}"` +
    (roleId === null ? '' : ` data-role="${roleId}"`) +
    ` data-kind="${kind}" data-origin="${origin}"` +
    (confidence === null ? '' : ` data-confidence="${confidence}"`) +
    (inserted ? ' data-inserted>' : '>')
  );
}

function isAtomName(name: string): name is AtomName {
  return (ATOM_NAMES as readonly string[]).includes(name);
}

function atomTag(node: Node): string {
  const name = node.type.name;
  if (!isAtomName(name)) throw new ManuscriptError('BAD_TAG', -1);
  const { attribute, html } = ATOMS[name];
  const id: unknown = node.attrs['id'];
  const value = String(node.attrs[attribute]);
  if (!isManuscriptId(id) || atomValue(name, value) === null) throw new ManuscriptError('BAD_ATTRIBUTE', -1);
  return `<i data-${name}="${id}" ${html}="${escapeAttribute(value)}"></i>`;
}
