import { redoConfirmation, Refusal } from '@huaben/contract';
import type { AnswerOf, contract, ParamsOf } from '@huaben/contract';
import { mustBeWritable } from '@huaben/domain';
import type { CallContext, Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import { findChapters } from '../chapter/index.ts';
import type { LanguageModel } from '../language-model/index.ts';
import { wireTask } from './auto-marking.shapes.ts';
import { invokeJob, invokeJobKey } from './invoke-job.ts';
import { lockedReasons } from './locked-reason.ts';
import * as store from './task.store.ts';

type Calls = (typeof contract)['autoMarking'];
type TaskCalls = Omit<
  Calls,
  'modelInfo' | 'reviewQueue' | 'decideLines' | 'acceptSuggestions' | 'findRoster' | 'rosterInfo'
>;
type Start = ParamsOf<Calls['startMarking']>;
type Skipped = AnswerOf<Calls['startMarking']>['skipped'][number];

const tasksListed = 50;

const busy = (name: string): string => `《${name}》已有自动画本任务在进行，请等它完成或先取消`;

/** Which chapters cannot be begun with, and why. */
async function skippedOf({ trx, actor }: CallContext, { chapterIds, mode, preview }: Start, rows: Rows) {
  const skipped: Skipped[] = [];
  const locked = preview ? new Map() : await lockedReasons(trx, actor.userId, chapterIds);
  const underWay = preview ? new Set() : await store.chaptersUnderWay(trx, chapterIds);
  for (const { id: chapterId, name, line_count: lines, unassigned_count: open } of rows) {
    const reason = locked.get(chapterId);
    if (reason) skipped.push({ chapterId, ...reason });
    else if (underWay.has(chapterId)) skipped.push({ chapterId, code: 'busy', reason: busy(name) });
    else if (lines === 0) skipped.push({ chapterId, code: 'nothing', reason: `《${name}》没有台词` });
    else if (mode === 'blank' && open === 0)
      skipped.push({ chapterId, code: 'nothing', reason: `《${name}》的台词都已有角色` });
  }
  return skipped;
}

type Rows = Awaited<ReturnType<typeof findChapters>>;

async function startMarking(
  model: LanguageModel | null,
  context: CallContext,
  params: Start,
): Promise<AnswerOf<Calls['startMarking']>> {
  const { trx, novel, actor, enqueue } = context;
  const { mode, preview, threshold, lineIds } = params;
  mustBeWritable(novel);
  if (params.useModel && model === null) throw new Refusal('MODEL_MISSING');
  if (mode === 'chapter' && params.confirmation !== redoConfirmation)
    throw new Refusal('MARKING_UNCONFIRMED');
  const rows = (await findChapters(trx, params.chapterIds)).toSorted(
    (a, b) => a.position - b.position || (a.id < b.id ? -1 : 1),
  );
  const skipped = await skippedOf(context, params, rows);
  const out = new Set(skipped.map(({ chapterId }) => chapterId));
  const tasks = rows.filter(({ id }) => !out.has(id)).map(({ id }) => ({ id: newId(), chapterId: id }));
  if (tasks.length === 0) return { invokeId: null, tasks: [], skipped };
  if (preview) for (const { chapterId } of tasks) await store.removePreviews(trx, actor.userId, chapterId);
  const invokeId = newId();
  const started = await store.insertMarking(
    trx,
    {
      id: invokeId,
      novelId: novel.novelId,
      userId: actor.userId,
      modelCeiling: params.useModel ? (params.ceiling ?? 0) : null,
    },
    { mode, preview, threshold, lineIds: lineIds ?? null },
    tasks,
  );
  // Another call was faster with these.
  for (const { id, name } of rows)
    if (!out.has(id) && !started.has(id)) skipped.push({ chapterId: id, code: 'busy', reason: busy(name) });
  await enqueue(invokeJob, { invokeId }, { key: invokeJobKey(invokeId) });
  return {
    invokeId,
    tasks: tasks
      .filter(({ chapterId }) => started.has(chapterId))
      .map(({ id, chapterId }) => ({ taskId: id, chapterId })),
    skipped,
  };
}

/** The calls about marking tasks. */
export const taskHandlers = (model: LanguageModel | null): Handlers<TaskCalls> => ({
  startMarking: (context, params) => startMarking(model, context, params),
  listMarkingTasks: async ({ trx }, { chapterId }) => ({
    list: (await store.listOfChapter(trx, chapterId, tasksListed)).map(wireTask),
  }),
  async listNovelMarkingTasks({ trx, novel }, { state, invokeId, page, size }) {
    const states = await store.countStates(trx, novel.novelId, invokeId);
    const rows = await store.listOfNovel(
      trx,
      novel.novelId,
      { state, invokeId },
      { offset: (page - 1) * size, limit: size },
    );
    const total =
      state === undefined ? Object.values(states).reduce((sum, count) => sum + count, 0) : states[state];
    return { list: rows.map(wireTask), total, states };
  },
  async markingTaskDetail({ trx }, { taskId }) {
    const row = await store.findTask(trx, taskId);
    if (!row) throw new Refusal('NOT_ALLOWED');
    const changes = (await store.changesOf(trx, taskId))?.changes ?? null;
    return {
      ...wireTask(row),
      changes: changes?.map((change) => ({ ...change, candidates: [...change.candidates] })) ?? null,
    };
  },
  async deleteMarkingTasks({ trx, actor, record }, { taskIds }) {
    const tasks = await store.lockTasks(trx, taskIds);
    const open = tasks.filter(({ state }) => state === 'waiting' || state === 'running');
    await store.cancelTasks(
      trx,
      open.map(({ id }) => id),
      `${actor.userName}取消了自动画本，没有改动这一章`,
    );
    for (const task of open) {
      await record('marking.task-finished', {
        novelId: task.novel_id,
        taskId: task.id,
        chapterId: task.chapter_id,
        userId: task.user_id,
        state: 'cancelled',
        names: [task.chapter_name],
      });
    }
    await store.removeTasks(
      trx,
      tasks.filter((task) => !open.includes(task)),
    );
    return {};
  },
  async payMarking({ trx, novel }, { chapterUrlId }) {
    mustBeWritable(novel);
    const revision = await store.revisionFigures(trx, chapterUrlId);
    if (!revision) throw new Refusal('NOT_ALLOWED');
    // Nothing is charged for while there is no commerce.
    return { free: true, characters: revision.word_count };
  },
});
