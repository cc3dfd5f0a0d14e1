/** What a key does on the desk. */
export type DeskCommand =
  | { readonly do: 'assign'; readonly roleId: string }
  | { readonly do: 'take'; readonly index: 0 | 1 | 2 }
  | { readonly do: 'takeFirst' }
  | { readonly do: 'nextWaiting'; readonly dir: 1 | -1 }
  | { readonly do: 'nextLine'; readonly dir: 1 | -1 }
  | { readonly do: 'alternate'; readonly first: 'A' | 'B' }
  | {
      readonly do:
        | 'unassign'
        | 'toggleDialogue'
        | 'split'
        | 'merge'
        | 'searchRole'
        | 'undo'
        | 'redo'
        | 'save'
        | 'help'
        | 'mode'
        | 'leave'
        | 'nextArea'
        | 'lineMenu';
    };

/** The part of a keyboard event that decides. `ctrl` is also the Mac's command key. */
export type Key = {
  readonly key: string;
  /** The key's place on the board, for Alt combinations whose character differs by layout. */
  readonly code: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};

/** Where the key was struck and what is on the desk. */
export type KeyContext = {
  /** mark: keys mark; type: keys type. */
  readonly mode: 'mark' | 'type';
  /** text: the manuscript (or nothing); field: an input; control: a button or the like. */
  readonly target: 'text' | 'field' | 'control';
  readonly hotKeys: ReadonlyMap<string, string>;
  /** Suggestions shown for the current line. */
  readonly suggestions: number;
};

const suggestionIndex: Readonly<Record<string, 0 | 1 | 2>> = { '1': 0, '2': 1, '3': 2 };

function withControl(key: Key): DeskCommand | null {
  switch (key.key.toLowerCase()) {
    case 's':
      return { do: 'save' };
    case 'd':
      return { do: 'toggleDialogue' };
    case 'enter':
      return { do: 'split' };
    case 'backspace':
      return { do: 'merge' };
    case 'z':
      return { do: key.shift ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    default:
      return null;
  }
}

function withAlt(key: Key, context: KeyContext): DeskCommand | null {
  const index = suggestionIndex[key.code.replace(/^(Digit|Numpad)/, '')];
  if (index !== undefined && index < context.suggestions) return { do: 'take', index };
  if (key.code === 'KeyA') return { do: 'alternate', first: 'A' };
  if (key.code === 'KeyB') return { do: 'alternate', first: 'B' };
  return null;
}

function alone(key: Key, context: KeyContext): DeskCommand | null {
  const typed = key.key;
  const roleId = context.hotKeys.get(typed) ?? context.hotKeys.get(typed.toLowerCase());
  if (roleId !== undefined) return { do: 'assign', roleId };
  const index = suggestionIndex[typed];
  if (index !== undefined) return index < context.suggestions ? { do: 'take', index } : null;
  switch (typed) {
    case 'a':
    case 'A':
      return { do: 'alternate', first: 'A' };
    case 'b':
    case 'B':
      return { do: 'alternate', first: 'B' };
    case '/':
      return { do: 'searchRole' };
    case '?':
      return { do: 'help' };
    case 'Delete':
    case 'Backspace':
      return { do: 'unassign' };
    case 'ArrowDown':
      return { do: 'nextLine', dir: 1 };
    case 'ArrowUp':
      return { do: 'nextLine', dir: -1 };
    default:
      return null;
  }
}

/**
 * What a key does, or null when it is not the desk's. A role's own key wins over everything else without Ctrl or Alt;
 * 1, 2, 3 take suggestions unless the novel gave them to roles, and Alt+1, 2, 3 always do.
 */
export function resolveKey(key: Key, context: KeyContext): DeskCommand | null {
  if (key.key === 'F2') return { do: 'mode' };
  if (key.key === 'F6') return { do: 'nextArea' };
  if (key.ctrl && !key.alt) {
    const command = withControl(key);
    // In a field the keys of editing are the field's; saving is the desk's everywhere.
    return context.target === 'field' && command?.do !== 'save' ? null : command;
  }
  if (context.target === 'field') return null;
  if (key.alt) return key.ctrl ? null : withAlt(key, context);
  if (key.key === 'Escape') return { do: 'leave' };
  if (context.target === 'text') {
    if (key.key === 'Tab') return { do: 'nextWaiting', dir: key.shift ? -1 : 1 };
    if (key.key === 'ContextMenu' || (key.key === 'F10' && key.shift)) return { do: 'lineMenu' };
    if (key.key === 'Enter' && context.mode === 'mark') return { do: 'takeFirst' };
  }
  if (context.mode === 'type') return null;
  const command = alone(key, context);
  const moves = command?.do === 'nextLine' || command?.do === 'unassign';
  return moves && context.target === 'control' ? null : command;
}
