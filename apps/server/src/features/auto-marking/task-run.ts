import { grants } from '@huaben/domain';
import { loadNovelAccess } from '../../platform/access/novel-access.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredDiscoveredName } from '../../platform/db/schema-marking.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { recordIn } from '../../platform/outbox/outbox.ts';
import type { LanguageModel } from '../language-model/index.ts';
import { nameRevision, serverSave, takeChapters } from '../manuscript-save/index.ts';
import type { TakenChapter } from '../manuscript-save/index.ts';
import { askModel } from './ask-model.ts';
import type { ChapterAnswer, ChapterQuestion } from './casting-messages.ts';
import { CastingFailed } from './casting-thread.ts';
import type { CastingThread } from './casting-thread.ts';
import * as store from './invoke-run.store.ts';
import type { RunningTask } from './invoke-run.store.ts';
import { lockedReasons } from './locked-reason.ts';
import { putIntoQueue, settleQueue } from './queue.store.ts';
import { RunLost } from './run-lost.ts';

/** Who finds speakers: the rules, and the language model if one is configured. */
export interface Speakers {
  readonly thread: CastingThread;
  readonly model: LanguageModel | null;
}

/** One chapter of a run. */
export interface TaskRun {
  readonly invokeId: string;
  readonly runId: string;
  readonly task: RunningTask;
  readonly discovered: readonly StoredDiscoveredName[];
  /** Whether the language model is asked about what the rules leave in doubt. */
  readonly usesModel: boolean;
}

/** Computed again so often when people save the chapter meanwhile; then others go first. */
const roundsInARow = 2;
/** Put off so often before it is given up. */
const mostPutOff = 3;

/** Why a chapter cannot be marked, in the user's words. */
class TaskRefused extends Error {}

interface Read {
  readonly name: string;
  readonly revision: number;
  readonly answer: ChapterAnswer;
  /** What the language model did. */
  readonly message: string | null;
}

type Outcome = 'done' | 'failed' | 'cancelled' | 'waiting';

/**
 * Marks the chapter of a task: computes on its current revision and stores only if that is still the current
 * one and nobody holds the chapter.
 * @throws RunLost; Error when the queue should try again
 */
export async function runTask(speakers: Speakers, context: JobContext, run: TaskRun): Promise<Outcome> {
  const { db, log } = context;
  try {
    for (let round = 1; ; round++) {
      const read = await compute(speakers, context, run);
      const outcome = await inTransaction(db, (trx) => finish(trx, run, read));
      if (outcome !== 'stale') return outcome;
      if (round === roundsInARow) return await putOff(context, run, read.name);
    }
  } catch (error) {
    if (error instanceof TaskRefused) return fail(context, run, error.message);
    if (!(error instanceof CastingFailed)) throw error;
    const { trouble } = error;
    log.error({ event: 'marking.task_failed', taskId: run.task.id, trouble, err: error });
    return fail(context, run, troubleWords[trouble]);
  }
}

const troubleWords: Readonly<Record<CastingFailed['trouble'], string>> = {
  touched: '画本结果会改动原文或人工标注，已放弃，没有存入任何内容；请把这一章反馈给管理员',
  'too-much': '这一章太大或太复杂，自动画本没有完成，没有存入任何内容；可以拆分章节后重试',
  fault: '自动画本时服务器出错，没有存入任何内容；请稍后重试，若反复出现请反馈给管理员',
};

async function compute({ thread, model }: Speakers, context: JobContext, run: TaskRun): Promise<Read> {
  const { db, signal } = context;
  const { task, discovered, usesModel } = run;
  await inTransaction(db, (trx) => mustStillBeAllowed(trx, task));
  const chapter = await store.currentText(db, task.chapter_id);
  if (!chapter) throw new TaskRefused('章节已被删除');
  const { roster, roleNames } = await store.castOf(db, task.novel_id);
  const { name, revision, html } = chapter;
  const order: ChapterQuestion = {
    ask: 'chapter',
    chapterId: chapter.id,
    html,
    mode: task.mode,
    lineIds: task.line_ids ?? [],
    threshold: task.threshold,
    roster,
    discovered,
    roleNames,
    answers: usesModel ? new Map() : undefined,
  };
  const byRules = await thread.ask(order, signal);
  const { doubts } = byRules;
  if (doubts.length === 0) return { name, revision, answer: byRules, message: null };
  const aliases = new Map([
    ...discovered.map(({ name: main, aliases: others }) => [main, others] as const),
    ...roster.map(({ names: [main = '', ...others] }) => [main, others] as const),
  ]);
  const { invokeId, runId } = run;
  const said = await askModel(model, context, { invokeId, runId, taskId: task.id, doubts, aliases });
  // The rules are quick: computed once more with the answers, one way of marking serves both.
  const cast = await store.castOf(db, task.novel_id);
  const answer = await thread.ask({ ...order, ...cast, answers: said.answers }, signal);
  return { name, revision, answer, message: said.message };
}

/** Whoever started the task may have lost the novel since. */
async function mustStillBeAllowed(trx: Trx, task: RunningTask): Promise<void> {
  const [access] = await loadNovelAccess(trx, task.user_id, 'chapterId', [task.chapter_id]);
  if (!access) throw new TaskRefused('章节已被删除');
  if (!grants(access.flags, 'edit'))
    throw new TaskRefused('发起人已没有这部小说的编辑权限；请联系小说的创建者');
  if (access.state !== 'normal')
    throw new TaskRefused(`《${access.novelName}》已完结或在回收站中，不能画本；请先恢复`);
}

async function finish(trx: Trx, run: TaskRun, read: Read): Promise<Outcome | 'stale'> {
  const { task, invokeId, runId } = run;
  if (!(await store.holdInvoke(trx, invokeId, runId))) throw new RunLost();
  if (!(await store.holdTask(trx, task.id))) return 'cancelled';
  const { counts, changes } = read.answer;
  if (task.preview) {
    await store.endTask(trx, task.id, { state: 'done', counts, changes });
    await recordEnd(trx, run, read.name, 'done');
    return 'done';
  }
  await mustStillBeAllowed(trx, task);
  const taken = (await takeChapters(trx, [task.chapter_id])).get(task.chapter_id);
  if (!taken) throw new TaskRefused('章节已被删除');
  if (taken.held) throw new TaskRefused(await whyLocked(trx, task));
  return save(trx, run, read, taken);
}

async function save(trx: Trx, run: TaskRun, read: Read, taken: TakenChapter): Promise<Outcome | 'stale'> {
  const { task } = run;
  const { counts, content, queue, open } = read.answer;
  // Equal marks of an older text would otherwise pass for the current one's.
  if (taken.row.revision !== read.revision) return 'stale';
  const saved = await serverSave(trx, recordIn(trx), {
    novelId: task.novel_id,
    userId: task.user_id,
    editorId: `auto-${task.id}`,
    taken,
    baseRevision: read.revision,
    content,
  });
  if (saved.do === 'stale') return 'stale';
  const written = saved.do === 'written';
  const snapshot = written && task.mode === 'chapter' ? taken.row.revision_id : undefined;
  if (snapshot !== undefined) await nameRevision(trx, snapshot, snapshotName(new Date()));
  await putIntoQueue(trx, task.chapter_id, queue);
  await settleQueue(trx, task.chapter_id, saved.revisionId, open);
  await store.endTask(trx, task.id, {
    state: 'done',
    counts,
    ...(read.message === null ? {} : { message: read.message }),
    ...(written ? { revisionId: saved.revisionId } : {}),
    ...(snapshot === undefined ? {} : { snapshotId: snapshot }),
  });
  await recordEnd(trx, run, read.name, 'done');
  return 'done';
}

const day = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
});

const snapshotName = (now: Date): string => `整章重画前 ${day.format(now)}`;

async function whyLocked(trx: Trx, task: RunningTask): Promise<string> {
  const reasons = await lockedReasons(trx, task.user_id, [task.chapter_id]);
  return reasons.get(task.chapter_id)?.reason ?? '章节正在被编辑，请稍后再试';
}

async function putOff(context: JobContext, run: TaskRun, name: string): Promise<Outcome> {
  if (run.task.put_off >= mostPutOff)
    return fail(context, run, `《${name}》一直在被修改，没有画本；请等编辑告一段落后重试`);
  return inTransaction(context.db, async (trx) => {
    if (!(await store.holdInvoke(trx, run.invokeId, run.runId))) throw new RunLost();
    if (!(await store.holdTask(trx, run.task.id))) return 'cancelled';
    await store.putOffTask(trx, run.task.id, run.invokeId);
    return 'waiting';
  });
}

async function fail({ db }: JobContext, run: TaskRun, message: string): Promise<Outcome> {
  return inTransaction(db, async (trx) => {
    if (!(await store.holdInvoke(trx, run.invokeId, run.runId))) throw new RunLost();
    if (!(await store.holdTask(trx, run.task.id))) return 'cancelled';
    await store.endTask(trx, run.task.id, { state: 'failed', message });
    const chapter = await store.currentText(trx, run.task.chapter_id);
    await recordEnd(trx, run, chapter?.name ?? '', 'failed');
    return 'failed';
  });
}

const recordEnd = (trx: Trx, { task }: TaskRun, name: string, state: 'done' | 'failed'): Promise<void> =>
  recordIn(trx)('marking.task-finished', {
    novelId: task.novel_id,
    taskId: task.id,
    chapterId: task.chapter_id,
    userId: task.user_id,
    state,
    names: name === '' ? [] : [name],
  });
