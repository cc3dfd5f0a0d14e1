import { Refusal } from '@huaben/contract';
import type { AnswerOf, contract } from '@huaben/contract';
import { mustBeWritable, nextTaskState } from '@huaben/domain';
import type { TaskAction } from '@huaben/domain';
import type { Trx } from '../../platform/db/database.ts';
import type { CallContext, Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import { mustFitCapacity } from './audio-capacity.ts';
import type { EngineRegistry } from './engine-registry.ts';
import { quoteChapters } from './quote.ts';
import { itemJob } from './synthesis.jobs.ts';
import { wireTask } from './synthesis.shapes.ts';
import * as store from './synthesis.store.ts';
import type { TaskRow } from './synthesis.store.ts';

type Calls = typeof contract.synthesis;
type TaskCalls = Pick<
  Calls,
  'quoteTask' | 'payTask' | 'executeTask' | 'cancelTask' | 'retryItem' | 'listTasks' | 'taskDetail'
>;

const tasksListed = 20;

async function reply(trx: Trx, task: TaskRow): Promise<AnswerOf<Calls['taskDetail']>> {
  return wireTask(task, await store.loadItems(trx, [task.id]));
}

const stateWords: Readonly<Record<TaskRow['state'], string>> = {
  quoted: '待确认',
  paid: '待开始',
  queued: '排队中',
  running: '合成中',
  partial: '部分完成',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
};

const actionWords: Readonly<Record<TaskAction, string>> = {
  pay: '支付',
  execute: '开始合成',
  cancel: '取消',
  retry: '重做',
};

/**
 * The state that an action leads to, or `same` when it was done before.
 * @throws Refusal TASK_STATE naming state and action
 */
function decide(task: TaskRow, action: TaskAction): TaskRow['state'] | 'same' {
  const next = nextTaskState(task.state, action);
  if (next === null) {
    throw new Refusal('TASK_STATE', {
      text: `合成任务${stateWords[task.state]}，不能${actionWords[action]}；请刷新任务后重试`,
      detail: { state: task.state },
    });
  }
  return next;
}

async function mustFind(task: Promise<TaskRow | undefined>): Promise<TaskRow> {
  const found = await task;
  if (!found) throw new Refusal('NOT_ALLOWED');
  return found;
}

async function enqueueItem(context: CallContext, itemId: string): Promise<void> {
  await context.enqueue(itemJob, { itemId }, { key: `${itemJob.id}:${itemId}` });
}

/** The calls that make a synthesis task and lead it through its states. */
export const taskHandlers = ({ engines }: { readonly engines: EngineRegistry }): Handlers<TaskCalls> => ({
  async quoteTask(context, { chapterIds, key }) {
    const { trx, novel, actor } = context;
    const before = await store.findTaskByKey(trx, actor.userId, key);
    if (before) return reply(trx, mustBeOf(before, novel.novelId));
    mustBeWritable(novel);
    const quote = await quoteChapters(trx, engines, novel.novelId, chapterIds);
    const speaking = quote.chapters.filter((chapter) => chapter.lineCount > 0).map((chapter) => chapter.id);
    mustFitCapacity(await store.countStoredChapters(trx, novel.novelId, speaking), speaking.length);
    const task = { id: newId(), novelId: novel.novelId, userId: actor.userId, key, ...quote };
    const items = quote.chapters.map(({ id, lineCount }) => ({
      id: newId(),
      chapterId: id,
      lineCount,
      state: lineCount > 0 ? ('waiting' as const) : ('skipped' as const),
      message: lineCount > 0 ? null : '章节没有可以合成的文字，已跳过',
    }));
    // A second click may have been faster: then its task is the answer.
    await store.insertTask(trx, task, items);
    return reply(trx, mustBeOf(await mustFind(store.findTaskByKey(trx, actor.userId, key)), novel.novelId));
  },

  async payTask({ trx, novel }, { taskId }) {
    const task = await mustFind(store.lockTask(trx, novel.novelId, taskId));
    mustBeWritable(novel);
    const next = decide(task, 'pay');
    if (next === 'same') return reply(trx, task);
    await store.setTaskState(trx, task.id, next, false);
    return reply(trx, { ...task, state: next });
  },

  async executeTask(context, { taskId }) {
    const { trx, novel } = context;
    const task = await mustFind(store.lockTask(trx, novel.novelId, taskId));
    mustBeWritable(novel);
    const next = decide(task, 'execute');
    if (next === 'same') return reply(trx, task);
    await store.setTaskState(trx, task.id, next, false);
    const items = await store.loadItems(trx, [task.id]);
    for (const item of items) if (item.state === 'waiting') await enqueueItem(context, item.id);
    return reply(trx, { ...task, state: next });
  },

  async cancelTask({ trx, novel, actor, record }, { taskId }) {
    const task = await mustFind(store.lockTask(trx, novel.novelId, taskId));
    const next = decide(task, 'cancel');
    if (next !== 'same') {
      await store.skipOpenItems(trx, task.id, `${actor.userName}取消了合成`);
      await store.setTaskState(trx, task.id, next, true);
      await record('synthesis.task-finished', {
        novelId: novel.novelId,
        taskId: task.id,
        userId: task.user_id,
        state: next,
        names: [],
      });
    }
    return reply(trx, await mustFind(store.findTask(trx, novel.novelId, task.id)));
  },

  async retryItem(context, { itemId }) {
    const { trx, novel } = context;
    const task = await mustFind(store.lockTaskOfItem(trx, novel.novelId, itemId));
    mustBeWritable(novel);
    const next = decide(task, 'retry');
    const item = (await store.loadItems(trx, [task.id])).find((row) => row.id === itemId);
    if (item?.state === 'failed') {
      if (next !== 'same') await store.setTaskState(trx, task.id, next, false);
      await store.reopenItem(trx, itemId);
      await enqueueItem(context, itemId);
    } else if (item?.state !== 'waiting' && item?.state !== 'running') {
      throw new Refusal('TASK_STATE', { text: `《${item?.chapter_name ?? ''}》没有失败，不需要重做` });
    }
    return reply(trx, await mustFind(store.findTask(trx, novel.novelId, task.id)));
  },

  async listTasks({ trx, novel }, { chapterId }) {
    const tasks = await store.listTaskRows(trx, novel.novelId, chapterId, tasksListed);
    const items = await store.loadItems(
      trx,
      tasks.map((task) => task.id),
    );
    return { list: tasks.map((task) => wireTask(task, items)) };
  },

  async taskDetail({ trx, novel }, { taskId }) {
    return reply(trx, await mustFind(store.findTask(trx, novel.novelId, taskId)));
  },
});

/** A key belongs to one request: the same one for another novel is a mistake of the client. */
function mustBeOf(task: TaskRow, novelId: string): TaskRow {
  if (task.novel_id !== novelId) throw new Refusal('BAD_REQUEST');
  return task;
}
