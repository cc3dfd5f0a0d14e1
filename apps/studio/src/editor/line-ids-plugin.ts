import { uniqueLineIds } from '@huaben/manuscript';
import { isHistoryTransaction } from 'prosemirror-history';
import { Plugin } from 'prosemirror-state';
import type { EditorState, Transaction } from 'prosemirror-state';
import { Mapping, ReplaceStep } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';

/** Plain typing puts in one closed piece of text; only what cuts or carries structure can copy a line's id. */
function mayCopyLines(tr: Transaction): boolean {
  if (!tr.docChanged || isHistoryTransaction(tr)) return false;
  return tr.steps.some((step) => {
    if (!(step instanceof ReplaceStep)) return false;
    const { slice } = step;
    return slice.openStart > 0 || slice.content.childCount > 1 || tr.getMeta('paste') === true;
  });
}

/**
 * Gives copies and split halves of a line their own ids, within the undo step of the edit that made them.
 * While an input method composes nothing is touched: the check is made up for when it has ended.
 */
export function lineIdsPlugin(newLineId: () => string): Plugin {
  let view: EditorView | null = null;
  let owed = false;

  const payOwed = () => {
    if (!owed || view === null || view.isDestroyed || view.composing) return;
    owed = false;
    const tr = view.state.tr;
    if (uniqueLineIds(tr, newLineId)) view.dispatch(tr);
  };

  return new Plugin({
    appendTransaction(transactions: readonly Transaction[], before: EditorState, after: EditorState) {
      if (!transactions.some(mayCopyLines)) return null;
      if (view?.composing === true) {
        owed = true;
        return null;
      }
      const mapping = new Mapping(transactions.flatMap((tr) => tr.mapping.maps));
      const tr = after.tr;
      return uniqueLineIds(tr, newLineId, { doc: before.doc, mapping }) ? tr : null;
    },
    view(mounted) {
      view = mounted;
      return { update: payOwed, destroy: () => (view = null) };
    },
  });
}
