import { Plugin } from 'prosemirror-state';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

const settleMs = 120;

/** What changed since the last call. */
export type Settled = { readonly state: EditorState; readonly docChanged: boolean };

/**
 * Tells the rest of the screen about changes, at most every 120 ms and never while an input method composes,
 * so that what the screen computes from the document is not paid for with every key.
 */
export function settlePlugin(onSettle: (settled: Settled) => void): Plugin {
  return new Plugin({
    view(view: EditorView) {
      let timer: ReturnType<typeof setTimeout> | null = null;
      let docChanged = false;
      const settle = () => {
        timer = null;
        if (view.isDestroyed) return;
        if (view.composing) return wait();
        const settled = { state: view.state, docChanged };
        docChanged = false;
        onSettle(settled);
      };
      const wait = () => {
        timer ??= setTimeout(settle, settleMs);
      };
      return {
        update: (_view, before) => {
          const changed = before.doc !== view.state.doc;
          if (changed) docChanged = true;
          if (changed || !before.selection.eq(view.state.selection)) wait();
        },
        destroy: () => {
          if (timer !== null) clearTimeout(timer);
        },
      };
    },
  });
}
