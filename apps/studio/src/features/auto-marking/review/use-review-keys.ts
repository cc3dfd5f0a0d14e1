import { useEffect, useRef } from 'react';
import { reviewCommand } from './review-keys.ts';
import type { ReviewCommand, ReviewKey } from './review-keys.ts';

const fields =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], .ant-select, .ant-slider, [role="menu"]';

function targetOf(element: EventTarget | null): ReviewKey['target'] {
  if (!(element instanceof Element)) return 'page';
  if (element.closest(fields) !== null) return 'field';
  return element.closest('button, a') === null ? 'page' : 'control';
}

/** Dialogs take their own keys; closed ones may stay in the page, unseen. */
const isCovered = () =>
  [...document.querySelectorAll('.ant-modal-wrap')].some((element) => element.getClientRects().length > 0);

/** Runs the keys of the review wherever on the page they are pressed. */
export function useReviewKeys(enabled: boolean, run: (command: ReviewCommand) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.metaKey || event.defaultPrevented || isCovered()) return;
      const command = reviewCommand({
        key: event.key,
        code: event.code,
        ctrl: event.ctrlKey,
        alt: event.altKey,
        target: targetOf(event.target),
      });
      if (command === null) return;
      // A key held down must not decide line after line.
      if (event.repeat && command.do !== 'move') return;
      event.preventDefault();
      latest.current(command);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
