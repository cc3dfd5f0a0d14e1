import type { JobContext } from '../../platform/jobs/job.ts';
import { stillRuns } from './model-run.store.ts';

/** How soon a cancelled task stops asking, in milliseconds. */
const lookEveryMs = 1000;

/** Aborts when the worker stops or the task is cancelled; `end` stops looking. */
export function watchForCancel({ db, log, signal }: JobContext, taskId: string) {
  const cancelled = new AbortController();
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void stillRuns(db, taskId)
      .then((runs) => {
        if (!runs) cancelled.abort(new Error('the task was cancelled'));
      })
      // The next look finds out as well, and whoever stores asks again.
      .catch((error: unknown) => log.warn({ event: 'marking.cancel_watch', taskId, err: error }))
      .finally(() => (looking = false));
  }, lookEveryMs);
  return {
    signal: AbortSignal.any([signal, cancelled.signal]),
    end: (): void => clearInterval(timer),
  };
}
