import type { JobContext } from '../../platform/jobs/job.ts';
import { publishPassing } from '../../platform/outbox/live.ts';
import { progressOf } from './invoke-run.store.ts';
import type { RunningTask } from './invoke-run.store.ts';

/** Tells the novel's members how far a run is and what became of one of its tasks. */
export async function tellProgress(
  { db, log }: JobContext,
  invokeId: string,
  task: RunningTask,
  state: 'running' | 'waiting' | 'done' | 'failed' | 'cancelled',
): Promise<void> {
  try {
    const { done, total } = await progressOf(db, invokeId);
    await publishPassing(db, { novelId: task.novel_id }, 'markingProgress', {
      invokeId,
      productId: task.novel_id,
      taskId: task.id,
      chapterId: task.chapter_id,
      taskState: state,
      state: done < total ? 'running' : 'done',
      done,
      total,
      message: null,
    });
  } catch (error) {
    // Nobody needs a progress notice as much as the work needs to go on.
    log.warn({ event: 'marking.progress', invokeId, err: error });
  }
}
