import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import { MAX_PAUSE_MS } from '../schema/atoms.ts';
import { isManuscriptId } from '../schema/line.ts';
import { lineMark, manuscriptSchema } from '../schema/schema.ts';
import { linesWithin, selectedRanges } from './line-edit.ts';

/** Writes an OS (text of the marker, not the author) before (0) or after (1) the line at the selection, with that line's role. False without a line or text. */
export function insertAside(position: 0 | 1, text: string, newLineId: () => string): Command {
  return (state, dispatch) => {
    const range = selectedRanges(state)[0];
    const line = range === undefined ? undefined : linesWithin(range)[0];
    const clean = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
    if (line === undefined || clean === '') return false;
    const mark = lineMark({
      lineId: newLineId(),
      roleId: line.roleId,
      kind: 'aside',
      origin: 'human',
      confidence: null,
      inserted: true,
    });
    dispatch?.(
      state.tr
        .insert(position === 0 ? line.from : line.to, manuscriptSchema.text(clean, [mark]))
        .scrollIntoView(),
    );
    return true;
  };
}

/** Marks at the cursor that a role enters here. False for an id that is not allowed. */
export function insertAppearance(roleId: string, id: string): Command {
  if (!isManuscriptId(roleId) || !isManuscriptId(id)) return () => false;
  return insertAtom(() => manuscriptSchema.nodes.appearance.create({ id, roleId }));
}

/** Sets a pause at the cursor, in whole milliseconds up to ten minutes. False for a value or id that is not allowed. */
export function insertPause(ms: number, id: string): Command {
  if (!Number.isInteger(ms) || ms < 0 || ms > MAX_PAUSE_MS || !isManuscriptId(id)) return () => false;
  return insertAtom(() => manuscriptSchema.nodes.pause.create({ id, ms }));
}

/** An atom goes to the end of a selection, never over it: the author's text stays. */
function insertAtom(create: () => Node): Command {
  return (state, dispatch) => {
    const at = state.selection.$to;
    if (!at.parent.isTextblock) return false;
    dispatch?.(state.tr.insert(at.pos, create().mark(at.marks())).scrollIntoView());
    return true;
  };
}
