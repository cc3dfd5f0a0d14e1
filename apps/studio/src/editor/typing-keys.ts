import { joinBackwardAcrossPages, joinForwardAcrossPages } from '@huaben/manuscript';
import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Command, Plugin } from 'prosemirror-state';

const base = (key: string): Command => baseKeymap[key] ?? (() => false);

/** Keys of the text itself; undo is only bound here where nobody outside the editor handles it. */
export function typingKeys(options: { readonly ownUndo: boolean }): Plugin[] {
  const undoKeys: Record<string, Command> = options.ownUndo
    ? { 'Mod-z': undo, 'Mod-y': redo, 'Mod-Shift-z': redo }
    : {};
  return [
    keymap({
      ...undoKeys,
      Backspace: chainCommands(joinBackwardAcrossPages, base('Backspace')),
      Delete: chainCommands(joinForwardAcrossPages, base('Delete')),
      // Plain line breaks do not exist in a manuscript: every one begins a paragraph.
      'Shift-Enter': base('Enter'),
    }),
    keymap(baseKeymap),
  ];
}
