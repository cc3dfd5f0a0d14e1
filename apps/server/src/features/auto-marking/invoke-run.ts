import { inTransaction } from '../../platform/db/database.ts';
import type { StoredDiscoveredName } from '../../platform/db/schema-marking.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueIn } from '../../platform/jobs/job.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { recordIn } from '../../platform/outbox/outbox.ts';
import { CastingFailed } from './casting-thread.ts';
import type { CastingThread } from './casting-thread.ts';
import { invokeJob, invokeJobKey } from './invoke-job.ts';
import * as store from './invoke-run.store.ts';
import { tellProgress } from './marking-progress.ts';
import { runTask } from './task-run.ts';
import type { Speakers } from './task-run.ts';
import { RunLost } from './run-lost.ts';
import { storable } from './storable-text.ts';

/** After so long a run lets other work of the queue come between, in milliseconds. */
const sliceMs = 10_000;

/** Names are looked for in at most so many characters of stored text; chosen chapters come first. */
const mostText = 12_000_000;

type Invoke = NonNullable<Awaited<ReturnType<typeof store.claimInvoke>>>;

const serverFault = '自动画本时服务器出错，没有改动任何内容；请稍后重新开始';

/**
 * Does what was started together: finds the novel's characters once, then marks chapter after chapter. A run
 * that was killed is taken up again where it stopped; what is stored is stored together with its task's end.
 * @throws Error when the queue should try again
 */
export async function runInvoke(speakers: Speakers, context: JobContext, invokeId: string): Promise<void> {
  const { db, log } = context;
  const runId = newId();
  const invoke = await inTransaction(db, (trx) => store.claimInvoke(trx, invokeId, runId));
  if (!invoke) return;
  try {
    await work(speakers, context, invoke, runId);
  } catch (error) {
    if (error instanceof RunLost) return;
    if (!(error instanceof CastingFailed) && (!context.lastAttempt || context.signal.aborted)) throw error;
    log.error({ event: 'marking.run_failed', invokeId, err: error });
    await failAll(context, invoke, runId);
  }
}

async function work(speakers: Speakers, context: JobContext, invoke: Invoke, runId: string): Promise<void> {
  const { db, signal } = context;
  const until = Date.now() + sliceMs;
  const discovered = invoke.discovered ?? (await findNames(speakers.thread, context, invoke, runId));
  if (invoke.kind === 'roster') return;
  for (;;) {
    signal.throwIfAborted();
    const next = await inTransaction(db, async (trx) => {
      if (!(await store.holdInvoke(trx, invoke.id, runId))) throw new RunLost();
      const task = await store.startNextTask(trx, invoke.id);
      if (!task) await store.endInvoke(trx, invoke.id, { state: 'done', keep: false });
      else if (Date.now() > until) {
        await enqueueIn(trx)(invokeJob, { invokeId: invoke.id }, { key: invokeJobKey(invoke.id) });
        return null;
      }
      return task ?? null;
    });
    if (next === null) return;
    await tellProgress(context, invoke.id, next, 'running');
    const run = { invokeId: invoke.id, runId, usesModel: invoke.model_ceiling !== null };
    const state = await runTask(speakers, context, { ...run, task: next, discovered });
    await tellProgress(context, invoke.id, next, state);
  }
}

async function findNames(
  thread: CastingThread,
  context: JobContext,
  invoke: Invoke,
  runId: string,
): Promise<readonly StoredDiscoveredName[]> {
  const { db, signal } = context;
  const { novel_id: novelId, kind } = invoke;
  const { roster } = await store.castOf(db, novelId);
  const texts =
    kind === 'roster'
      ? await store.chosenTexts(db, novelId, invoke.chapter_ids)
      : await store.novelTexts(db, novelId, await store.chaptersOf(db, invoke.id), mostText);
  const found = await thread.ask({ ask: 'names', texts, roster }, signal);
  const names = found.filter(({ name, aliases }) => [name, ...aliases].every((one) => storable(one) === one));
  const lines =
    kind === 'roster' ? await thread.ask({ ask: 'lines', texts, roster, discovered: names }, signal) : null;
  const discovered = names.map((found, index): StoredDiscoveredName =>
    lines === null ? found : { ...found, lines: lines[index] ?? 0 },
  );
  await inTransaction(db, async (trx) => {
    if (!(await store.holdInvoke(trx, invoke.id, runId))) throw new RunLost();
    await store.keepDiscovered(trx, invoke.id, discovered);
    if (kind !== 'roster') return;
    await store.endInvoke(trx, invoke.id, { state: 'done', keep: true });
    await recordIn(trx)('marking.roster-found', {
      novelId,
      rosterId: invoke.id,
      userId: invoke.user_id,
      state: 'done',
    });
  });
  return discovered;
}

async function failAll({ db }: JobContext, invoke: Invoke, runId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await store.holdInvoke(trx, invoke.id, runId))) return;
    const record = recordIn(trx);
    const { novel_id: novelId, user_id: userId } = invoke;
    for (const task of await store.lockOpenTasks(trx, invoke.id)) {
      await store.endTask(trx, task.id, { state: 'failed', message: serverFault });
      await record('marking.task-finished', {
        novelId,
        taskId: task.id,
        chapterId: task.chapter_id,
        userId,
        state: 'failed',
        names: [task.chapter_name],
      });
    }
    await store.endInvoke(trx, invoke.id, { state: 'failed', message: serverFault, keep: false });
    if (invoke.kind === 'roster')
      await record('marking.roster-found', { novelId, rosterId: invoke.id, userId, state: 'failed' });
  });
}
