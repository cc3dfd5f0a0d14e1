import { manuscriptToText } from '@huaben/manuscript';
import { redo, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import './app/base.css';
import { installTheme, palettes } from './app/theme.ts';
import { mountEditor } from './editor/mount-editor.ts';
import type { Editor } from './editor/mount-editor.ts';
import { rolePalette } from './editor/role-palette.ts';
import { DeskSession } from './features/desk/desk-session.ts';
import { createDeskStore } from './features/desk/desk-state.ts';
import { manuscriptFigures } from './editor/page-figures.ts';
import { openedAt } from './features/manuscript-save/index.ts';

/** How often the desk writes its draft while somebody types, in milliseconds. */
const draftMs = 700;
const roleCount = 12;

/** A range of one paragraph, in UTF-16 offsets of its text. */
type BenchRange = { readonly paragraph: number; readonly from: number; readonly to: number };

let editor: Editor | null = null;
let session: DeskSession | null = null;
let draft = '';

function mounted(): Editor {
  if (editor === null) throw new Error('mount first');
  return editor;
}

function paragraphAt(doc: Node, index: number): { node: Node; start: number } {
  let rest = index;
  let pos = 0;
  for (let at = 0; at < doc.childCount; at += 1) {
    const page = doc.child(at);
    if (rest >= page.childCount) {
      rest -= page.childCount;
      pos += page.nodeSize;
      continue;
    }
    let start = pos + 2;
    for (let before = 0; before < rest; before += 1) start += page.child(before).nodeSize;
    return { node: page.child(rest), start };
  }
  throw new RangeError(`no paragraph ${index}`);
}

function paragraphCount(): number {
  let count = 0;
  mounted()
    .doc()
    .forEach((page) => (count += page.childCount));
  return count;
}

function focusAt(paragraph: number, offset: number): void {
  const { view } = mounted();
  const { start } = paragraphAt(view.state.doc, paragraph);
  view.dispatch(
    view.state.tr.setSelection(TextSelection.create(view.state.doc, start + offset)).scrollIntoView(),
  );
  view.focus();
}

/**
 * The production editor with the desk's own work beside it (figures, current line, drafts), without server and
 * frame, for the benchmark and the behaviour checks. Text mode: keys type.
 */
const huabenBench = {
  /** Mounts Manuscript HTML in place of what was there. */
  mount(html: string): void {
    const host = document.getElementById('host');
    if (host === null) throw new Error('no host');
    editor?.destroy();
    host.replaceChildren();
    const styles = rolePalette(palettes.light.page);
    const roles = Array.from({ length: roleCount }, (_, index) => ({
      id: `r${index}`,
      style: JSON.stringify(styles[index] ?? {}),
    }));
    let timer: ReturnType<typeof setTimeout> | null = null;
    const made = mountEditor(host, {
      html,
      roles,
      colours: palettes.light,
      typing: true,
      ownUndo: true,
      onEdit: () => {
        timer ??= setTimeout(() => {
          timer = null;
          draft = session?.html() ?? '';
        }, draftMs);
      },
      onSettle: () => session?.refresh(),
    });
    editor = made;
    session = new DeskSession({
      editor: made,
      store: createDeskStore({ stats: manuscriptFigures(made.doc()).stats, save: openedAt(1) }),
      chapterId: null,
      mayEdit: () => true,
      colourOf: () => null,
      roleName: (roleId) => roleId,
      createRole: () => Promise.resolve(null),
      askCasting: () => undefined,
    });
    session.refresh();
  },
  focusAt,
  /** The cursor in the middle of the middle paragraph, in view. */
  focusMiddle(): void {
    const middle = Math.floor(paragraphCount() / 2);
    const { node } = paragraphAt(mounted().doc(), middle);
    focusAt(middle, Math.floor(node.content.size / 2));
  },
  /** The text, paragraphs joined by line feeds. */
  text: (): string => manuscriptToText(mounted().doc(), { inserted: true }),
  length: (): number => manuscriptToText(mounted().doc(), { inserted: true }).length,
  paragraphCount,
  paragraphText: (index: number): string => paragraphAt(mounted().doc(), index).node.textContent,
  /** The role at an offset of a paragraph, or null. */
  roleAt(paragraph: number, offset: number): string | null {
    const { node } = paragraphAt(mounted().doc(), paragraph);
    const { node: child } = node.childAfter(offset);
    const roleId: unknown = child?.marks.find((mark) => mark.type.name === 'line')?.attrs['roleId'];
    return typeof roleId === 'string' ? roleId : null;
  },
  /** Marks ranges with a role in one undo step. */
  mark(ranges: readonly BenchRange[], roleId: string): void {
    const { view } = mounted();
    const { tr, schema } = view.state;
    ranges.forEach(({ paragraph, from, to }, index) => {
      const { start } = paragraphAt(view.state.doc, paragraph);
      const attributes = { lineId: `bench${performance.now().toFixed(0)}.${index}`, roleId };
      tr.addMark(start + from, start + to, schema.mark('line', attributes));
    });
    view.dispatch(tr);
  },
  html: (): string => session?.html() ?? '',
  undo: (): boolean => mounted().run(undo),
  redo: (): boolean => mounted().run(redo),
  /** The last draft that was written, as a proof that drafts are part of what is measured. */
  draft: (): string => draft,
};

declare global {
  interface Window {
    huabenBench: typeof huabenBench;
  }
}

installTheme();
window.huabenBench = huabenBench;
