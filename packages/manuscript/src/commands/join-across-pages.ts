import { Selection } from 'prosemirror-state';
import type { Command, EditorState, Transaction } from 'prosemirror-state';

/** Backspace at the first character of a page: joins its first paragraph to the last one of the page before. False anywhere else. */
export const joinBackwardAcrossPages: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth < 2 || $from.parentOffset > 0 || $from.index(1) > 0 || $from.index(0) === 0)
    return false;
  dispatch?.(joinAt(state, $from.before(1)));
  return true;
};

/** Delete at the last character of a page: joins the first paragraph of the next page to this one. False anywhere else. */
export const joinForwardAcrossPages: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.depth < 2 || $from.parentOffset < $from.parent.content.size) return false;
  if ($from.index(1) < $from.node(1).childCount - 1 || $from.index(0) === state.doc.childCount - 1)
    return false;
  dispatch?.(joinAt(state, $from.after(1)));
  return true;
};

/** Moves the content of the first paragraph behind the page border to the end of the last one before it. */
function joinAt(state: EditorState, border: number): Transaction {
  const after = state.doc.resolve(border).nodeAfter;
  const moved = after?.firstChild;
  const tr = state.tr;
  const end = border - 2;
  if (after === null || after === undefined || moved === null || moved === undefined) return tr;
  // A page left without paragraphs goes with its last one.
  if (after.childCount === 1) tr.delete(border, border + after.nodeSize);
  else tr.delete(border + 1, border + 1 + moved.nodeSize);
  tr.insert(end, moved.content);
  return tr.setSelection(Selection.near(tr.doc.resolve(end))).scrollIntoView();
}
