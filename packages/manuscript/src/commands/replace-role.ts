import type { Command } from 'prosemirror-state';
import { linesOf } from '../queries/lines.ts';
import { remark } from './line-edit.ts';

/**
 * Moves all lines and appearances of one role to another, keeping who decided them; with null the lines wait for a role
 * again and the appearances go away. False when the role is not in the document.
 */
export function replaceRole(fromRoleId: string, toRoleId: string | null): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    for (const line of linesOf(state.doc)) {
      if (line.roleId !== fromRoleId) continue;
      remark(tr, line, toRoleId === null ? { roleId: null, confidence: null } : { roleId: toRoleId });
    }
    const appearances: number[] = [];
    tr.doc.descendants((node, pos) => {
      if (node.type.name === 'appearance' && node.attrs['roleId'] === fromRoleId) appearances.push(pos);
    });
    for (const pos of appearances.reverse()) {
      if (toRoleId === null) tr.delete(pos, pos + 1);
      else tr.setNodeAttribute(pos, 'roleId', toRoleId);
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}
