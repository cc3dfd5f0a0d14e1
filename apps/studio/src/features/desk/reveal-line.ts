import type { LineInfo } from '@huaben/manuscript';
import type { EditorView } from 'prosemirror-view';

/** Share of the window at top and bottom that counts as out of view. */
const margin = 0.18;

/** Brings a line into view, if it is not comfortably there already, without moving the focus. */
export function revealLine(view: EditorView, line: Pick<LineInfo, 'from'>): void {
  const { node } = view.domAtPos(line.from + 1);
  const element = node instanceof HTMLElement ? node : node.parentElement;
  const scroller = view.dom.closest('[data-scroller]');
  if (element === null || scroller === null) return;
  const box = element.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  const room = frame.height * margin;
  if (box.top < frame.top + room || box.bottom > frame.bottom - room)
    element.scrollIntoView({ block: 'center' });
}
