import { parseManuscript } from '@huaben/manuscript';
import { history } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { Command, Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import './editor.css';
import { lineIdsPlugin } from './line-ids-plugin.ts';
import { newManuscriptId } from './new-id.ts';
import { pagesPlugin } from './pages-plugin.ts';
import { cleanPasted } from './paste.ts';
import { roleSheet } from './role-sheet.ts';
import type { PageColours, StyledRole } from './role-sheet.ts';
import { settlePlugin } from './settle-plugin.ts';
import type { Settled } from './settle-plugin.ts';
import { typingKeys } from './typing-keys.ts';

/** Undo steps kept; beyond it the oldest go. */
const undoDepthLimit = 2000;

/** What an editor needs to start. */
export type EditorOptions = {
  /** Manuscript HTML, with or without its chapter marker. */
  readonly html: string;
  readonly roles: readonly StyledRole[];
  readonly colours: PageColours;
  /** Whether keys type; otherwise the text can be selected but not changed by hand. */
  readonly typing: boolean;
  /** Whether the editor binds undo and redo itself. */
  readonly ownUndo: boolean;
  /** Called with every transaction that changes the text; must be cheap. */
  readonly onEdit?: (transaction: Transaction) => void;
  /** Called after changes of text or selection, throttled, never while an input method composes. */
  readonly onSettle?: (settled: Settled) => void;
};

/** A mounted editor. */
export type Editor = {
  readonly view: EditorView;
  readonly doc: () => Node;
  readonly run: (command: Command) => boolean;
  readonly setTyping: (on: boolean) => void;
  /** New roles or colours: a new stylesheet, no transaction. */
  readonly setRoles: (roles: readonly StyledRole[], colours: PageColours) => void;
  /** The rules that single out lines (the current one, suggested ones): a stylesheet too. */
  readonly setLineRules: (css: string) => void;
  /** Puts another content in its place and forgets the undo history. Throws ManuscriptError. */
  readonly load: (html: string) => void;
  readonly destroy: () => void;
};

/** Puts the manuscript editor, with everything that runs in production, into `host`. Throws ManuscriptError for HTML that is not a manuscript. */
export function mountEditor(host: HTMLElement, options: EditorOptions): Editor {
  let typing = options.typing;
  let roleIds = new Set(options.roles.map((role) => role.id));
  const sheet = new CSSStyleSheet();
  const lineSheet = new CSSStyleSheet();
  sheet.replaceSync(roleSheet(options.roles, options.colours));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet, lineSheet];

  const newState = (html: string) =>
    EditorState.create({
      doc: parseManuscript(html).doc,
      plugins: [
        ...typingKeys({ ownUndo: options.ownUndo }),
        history({ depth: undoDepthLimit }),
        lineIdsPlugin(newManuscriptId),
        pagesPlugin(),
        settlePlugin((settled) => options.onSettle?.(settled)),
      ],
    });

  const view: EditorView = new EditorView(host, {
    state: newState(options.html),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) options.onEdit?.(transaction);
    },
    editable: () => typing,
    // The browser tells of the new selection a moment later; a key pressed meanwhile must mean this line.
    handleClick(clicked, pos, event) {
      if (!event.shiftKey) {
        const { doc, tr } = clicked.state;
        clicked.dispatch(tr.setSelection(TextSelection.near(doc.resolve(pos))));
      }
      return false;
    },
    attributes: () => ({
      class: 'manuscript',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-readonly': String(!typing),
      'aria-label': '稿纸',
      tabindex: '0',
      spellcheck: 'false',
      translate: 'no',
    }),
    transformPasted: (slice) => cleanPasted(slice, (roleId) => roleIds.has(roleId)),
    scrollThreshold: 80,
    scrollMargin: 120,
  });

  return {
    view,
    doc: () => view.state.doc,
    run: (command) => command(view.state, (tr) => view.dispatch(tr), view),
    setTyping(on) {
      typing = on;
      view.setProps({ editable: () => typing });
    },
    setRoles(roles, colours) {
      roleIds = new Set(roles.map((role) => role.id));
      sheet.replaceSync(roleSheet(roles, colours));
    },
    setLineRules: (css) => lineSheet.replaceSync(css),
    load: (html) => view.updateState(newState(html)),
    destroy() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
        (kept) => kept !== sheet && kept !== lineSheet,
      );
      view.destroy();
    },
  };
}
