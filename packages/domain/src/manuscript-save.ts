import { isHeld } from './chapter-lock.ts';
import type { StoredLock } from './chapter-lock.ts';

/** What a save brings and what it meets. */
export interface SaveAttempt {
  readonly userId: string;
  readonly editorId: string;
  readonly fence: number;
  readonly baseRevision: number;
  readonly contentHash: string;
  readonly lock: StoredLock;
  readonly current: { readonly number: number; readonly hash: string };
}

/** What to do with a save. */
export type SavePlan =
  | { readonly do: 'write'; readonly number: number }
  /** The content is what is stored already: nothing to write, the save counts. */
  | { readonly do: 'same' }
  /** The editor is out of date: keep its text beside the history and refuse. */
  | { readonly do: 'conflict'; readonly reason: 'SAVE_STALE' | 'LOCK_LOST' };

/**
 * Decides a save. An expired lease whose fence nobody else took since still counts: the holder comes
 * back from a closed lid and loses nothing. Whoever lost the fence is refused, whatever the revision.
 */
export function planSave(attempt: SaveAttempt, now: Date): SavePlan {
  const { lock, current } = attempt;
  const holder = lock.holder;
  const mine = holder !== null && holder.userId === attempt.userId && holder.editorId === attempt.editorId;
  const fenced = lock.fence === attempt.fence && (mine || (holder === null && !isHeld(lock, now)));
  if (attempt.contentHash === current.hash && fenced) return { do: 'same' };
  if (!fenced) return { do: 'conflict', reason: 'LOCK_LOST' };
  if (attempt.baseRevision !== current.number) return { do: 'conflict', reason: 'SAVE_STALE' };
  return { do: 'write', number: current.number + 1 };
}
