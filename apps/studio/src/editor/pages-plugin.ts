import { repaginate } from '@huaben/manuscript';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

const idleMs = 1500;

/** Brings page sizes back into bounds once the person pauses, outside undo and never while an input method composes. */
export function pagesPlugin(): Plugin {
  return new Plugin({
    view(view: EditorView) {
      let timer: ReturnType<typeof setTimeout> | null = null;
      const settle = () => {
        timer = null;
        if (view.isDestroyed) return;
        if (view.composing) return wait();
        const tr = view.state.tr;
        if (repaginate(tr)) view.dispatch(tr);
      };
      const wait = () => {
        timer ??= setTimeout(settle, idleMs);
      };
      return {
        update: (_view, before) => {
          if (before.doc !== view.state.doc) wait();
        },
        destroy: () => {
          if (timer !== null) clearTimeout(timer);
        },
      };
    },
  });
}
