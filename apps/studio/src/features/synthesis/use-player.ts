import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { ChapterPlayer } from './chapter-player.ts';
import type { PlayerState } from './chapter-player.ts';

function createPlayer(): ChapterPlayer {
  return new ChapterPlayer({
    decks: [new Audio(), new Audio()],
    fetchPart: (versionId, from, to, signal) => api.synthesis.audioPart({ versionId, from, to }, signal),
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
  });
}

/** One player for the life of the screen, and its state; null only before the first effect. */
export function usePlayer(): { player: ChapterPlayer | null; state: PlayerState } {
  const [player, setPlayer] = useState<ChapterPlayer | null>(null);
  useEffect(() => {
    const created = createPlayer();
    setPlayer(created);
    return () => created.close();
  }, []);
  const state = useSyncExternalStore(player?.subscribe ?? noSubscription, player?.state ?? emptyState);
  return { player, state };
}

const empty: PlayerState = { phase: 'empty', line: -1, looping: false, rate: 1, error: null };
const emptyState = (): PlayerState => empty;
const noSubscription = (): (() => void) => () => undefined;
