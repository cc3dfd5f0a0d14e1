import { useEffect, useRef } from 'react';
import type { ChapterPlayer } from './chapter-player.ts';

const jumpMs = 3_000;
const ownKeys =
  'input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable=true], [role=dialog], [role=menu], [role=combobox], .ant-slider, .ant-select';

/** What a pressed key means to the player. */
export type PlayerOrder = 'toggle' | 'pause' | 'previous' | 'next' | 'back' | 'ahead';

const orders: Readonly<Record<string, PlayerOrder>> = {
  ' ': 'toggle',
  j: 'previous',
  k: 'pause',
  l: 'next',
  ArrowLeft: 'back',
  ArrowRight: 'ahead',
};

/** The order of a key, or null for a key with a modifier or of no meaning. */
export function orderOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): PlayerOrder | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return orders[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

function obey(player: ChapterPlayer, order: PlayerOrder): void {
  switch (order) {
    case 'toggle':
      return player.toggle();
    case 'pause':
      return player.pause();
    case 'previous':
      return player.step(-1);
    case 'next':
      return player.step(1);
    case 'back':
      return player.seek(player.positionMs() - jumpMs);
    case 'ahead':
      return player.seek(player.positionMs() + jumpMs);
  }
}

/** Space, J, K, L and the arrows steer the player from anywhere on the screen but fields, menus and dialogs. */
export function usePlayerKeys(player: ChapterPlayer | null): void {
  const latest = useRef(player);
  useEffect(() => {
    latest.current = player;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const order = orderOfKey(event);
      const target = event.target instanceof Element ? event.target : null;
      if (order === null || latest.current === null || event.defaultPrevented || target?.closest(ownKeys))
        return;
      // A focused button or link answers to Space itself.
      if (order === 'toggle' && target?.closest('button, a, summary')) return;
      if (event.repeat && (order === 'toggle' || order === 'pause')) return;
      event.preventDefault();
      obey(latest.current, order);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
