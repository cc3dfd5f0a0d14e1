import { publishPassing } from '../../platform/outbox/live.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import type { ItemRun } from './item-run.store.ts';
import type { PlannedLine } from './speaking-plan.ts';

/** At most about three notices a second reach the members of the novel. */
const leastMsBetween = 300;

/** Counts the lines of a chapter whose sound is stored; several lines may share one sound. */
export interface ItemProgress {
  /** The counts as they will be when these sounds are stored too. */
  countWith(hashes: readonly string[]): { lineCount: number; doneCount: number };
  /** Keeps sounds as stored, once that is certain. */
  keep(hashes: Iterable<string>): void;
  /** Tells the novel's members how far it is; the first, the last and no more than about three a second. */
  tell(state: 'running' | 'done'): Promise<void>;
}

/** The progress of one run over the lines of its chapter. */
export function itemProgress(
  { db, log }: JobContext,
  run: ItemRun,
  lines: readonly PlannedLine[],
): ItemProgress {
  const stored = new Set<string>();
  let toldAt = 0;
  const countWith = (hashes: readonly string[]) => {
    const more = new Set(hashes);
    const done = lines.filter(({ hash }) => stored.has(hash) || more.has(hash));
    return { lineCount: lines.length, doneCount: done.length };
  };
  return {
    countWith,
    keep(hashes) {
      for (const hash of hashes) stored.add(hash);
    },
    async tell(state) {
      if (state === 'running' && Date.now() - toldAt < leastMsBetween) return;
      toldAt = Date.now();
      const { novelId, taskId, itemId, chapterId } = run;
      const { lineCount: total, doneCount: done } = countWith([]);
      const data = { taskId, itemId, productId: novelId, chapterId, state, done, total, message: null };
      try {
        await publishPassing(db, { novelId }, 'synthesisProgress', data);
      } catch (error) {
        // Nobody needs a progress notice as much as the work needs to go on.
        log.warn({ event: 'synthesis.progress', itemId, err: error });
      }
    },
  };
}
