import { useEffect, useRef } from 'react';
import type { DeskCommand } from './key-map.ts';
import { resolveKey } from './key-map.ts';
import type { LiveDesk } from './use-desk.ts';

/** What the keys need beside the session. */
export type KeyActions = {
  readonly hotKeys: ReadonlyMap<string, string>;
  readonly openSearch: () => void;
  readonly openHelp: () => void;
  readonly openLineMenu: () => void;
};

const controls = 'button, a, select, [role="button"], [role="option"], [role="menuitem"], [role="tab"]';

function targetOf(element: EventTarget | null): 'text' | 'field' | 'control' {
  if (!(element instanceof HTMLElement)) return 'text';
  if (element.closest('.manuscript') !== null) return 'text';
  if (element.closest('input, textarea, [contenteditable="true"]') !== null) return 'field';
  return element.closest(controls) === null ? 'text' : 'control';
}

/** Dialogs and menus take their own keys; closed ones may stay in the page, unseen. */
const isCovered = () =>
  [...document.querySelectorAll('.ant-modal-wrap, .desk-search, .ant-dropdown-menu:focus-within')].some(
    (element) => element.getClientRects().length > 0,
  );

/** Runs a command of the key map. */
export function runCommand(desk: LiveDesk, command: DeskCommand, actions: KeyActions): void {
  const { session, store, saver } = desk;
  switch (command.do) {
    case 'assign':
      return session.assign(command.roleId);
    case 'unassign':
      return session.assign(null);
    case 'take':
      return void session.take(command.index);
    case 'takeFirst':
      return void session.takeFirst();
    case 'nextWaiting':
      return session.nextWaiting(command.dir);
    case 'nextLine':
      return session.nextLine(command.dir);
    case 'alternate':
      return session.alternate(command.first);
    case 'toggleDialogue':
      return session.toggleDialogue();
    case 'split':
      return session.split();
    case 'merge':
      return session.merge();
    case 'searchRole':
      return actions.openSearch();
    case 'undo':
      return void session.undo();
    case 'redo':
      return void session.redo();
    case 'save':
      return saver.save();
    case 'help':
      return actions.openHelp();
    case 'mode':
      return session.setMode(store.getState().mode === 'mark' ? 'type' : 'mark');
    case 'leave':
      return desk.focus();
    case 'nextArea':
      return focusNextArea();
    case 'lineMenu':
      return actions.openLineMenu();
  }
}

/** Areas in the order of F6, each with what takes the focus there. */
const areas = ['.manuscript', '.cast input', '.chapters input'];

function focusNextArea(): void {
  const at = areas.findIndex((area) => document.activeElement?.closest(area.split(' ')[0] ?? area) !== null);
  for (let step = 1; step <= areas.length; step += 1) {
    const next = document.querySelector<HTMLElement>(areas[(at + step) % areas.length] ?? '');
    if (next !== null) return next.focus();
  }
}

/** The desk's keyboard, wherever the focus is. */
export function useDeskKeys(desk: LiveDesk | null, actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (desk === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // Keys of an input method in the middle of a word are its own (229: not yet told which).
      if (event.isComposing || event.keyCode === 229 || isCovered()) return;
      const { mode, line } = desk.store.getState();
      const command = resolveKey(
        {
          key: event.key,
          code: event.code,
          ctrl: event.ctrlKey || event.metaKey,
          alt: event.altKey,
          shift: event.shiftKey,
        },
        {
          mode,
          target: targetOf(event.target),
          hotKeys: latest.current.hotKeys,
          suggestions: desk.session.suggestionFor(line)?.candidates.length ?? 0,
        },
      );
      if (command === null) return;
      event.preventDefault();
      event.stopPropagation();
      runCommand(desk, command, latest.current);
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [desk]);
}
