import { isManuscriptId, manuscriptSchema } from '@huaben/manuscript';
import { Fragment, Slice } from 'prosemirror-model';
import type { Mark, Node } from 'prosemirror-model';

/**
 * What may come in by paste or drop: lines keep their marks, but a role that this novel does not have is
 * taken off (the line waits for one), and marks of unknown shape never get this far: the schema refuses them.
 */
export function cleanPasted(slice: Slice, isKnownRole: (roleId: string) => boolean): Slice {
  const cleanMark = (mark: Mark): Mark => {
    const roleId: unknown = mark.attrs['roleId'];
    if (mark.type !== manuscriptSchema.marks.line || roleId === null) return mark;
    return isManuscriptId(roleId) && isKnownRole(roleId)
      ? mark
      : mark.type.create({ ...mark.attrs, roleId: null });
  };
  const clean = (node: Node): Node | null => {
    if (node.type.name === 'appearance' && !isKnownRole(String(node.attrs['roleId']))) return null;
    if (node.isText || node.isLeaf) return node.mark(node.marks.map(cleanMark));
    return node.copy(cleanAll(node.content));
  };
  const cleanAll = (fragment: Fragment): Fragment => {
    const kept: Node[] = [];
    fragment.forEach((node) => {
      const cleaned = clean(node);
      if (cleaned !== null) kept.push(cleaned);
    });
    return Fragment.fromArray(kept);
  };
  return new Slice(cleanAll(slice.content), slice.openStart, slice.openEnd);
}
