import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

const openStates = ['waiting', 'running'] as const;

/** Stores what was started together; answers the chapters that got a task, for one may be under way in another run. */
export async function insertMarking(
  trx: Trx,
  invoke: {
    readonly id: string;
    readonly novelId: string;
    readonly userId: string;
    /** 分; null for the rules alone. */
    readonly modelCeiling: number | null;
  },
  order: {
    readonly mode: 'blank' | 'selection' | 'chapter';
    readonly preview: boolean;
    readonly threshold: number;
    readonly lineIds: readonly string[] | null;
  },
  tasks: readonly { readonly id: string; readonly chapterId: string }[],
): Promise<Set<string>> {
  await trx
    .insertInto('marking_invokes')
    .values({
      id: invoke.id,
      novel_id: invoke.novelId,
      user_id: invoke.userId,
      kind: 'mark',
      model_ceiling: invoke.modelCeiling,
    })
    .execute();
  const rows = await trx
    .insertInto('marking_tasks')
    .values(
      tasks.map((task, position) => ({
        id: task.id,
        invoke_id: invoke.id,
        novel_id: invoke.novelId,
        chapter_id: task.chapterId,
        user_id: invoke.userId,
        position,
        mode: order.mode,
        preview: order.preview,
        threshold: order.threshold,
        line_ids: order.lineIds === null ? null : JSON.stringify(order.lineIds),
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returning('chapter_id')
    .execute();
  return new Set(rows.map((row) => row.chapter_id));
}

/** Those of the chapters that a task is about to change. */
export async function chaptersUnderWay(trx: Trx, chapterIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('marking_tasks')
    .select('chapter_id')
    .where('chapter_id', 'in', [...chapterIds])
    .where('state', 'in', openStates)
    .where('preview', '=', false)
    .execute();
  return new Set(rows.map((row) => row.chapter_id));
}

const taskRows = (trx: Trx) =>
  trx
    .selectFrom('marking_tasks as t')
    .innerJoin('chapters as c', (join) =>
      join.onRef('c.id', '=', 't.chapter_id').on('c.deleted_at', 'is', null),
    )
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('chapter_revisions as s', 's.id', 't.snapshot_id')
    .select([
      't.id',
      't.invoke_id',
      't.novel_id',
      't.chapter_id',
      'c.name as chapter_name',
      'u.name as user_name',
      't.mode',
      't.preview',
      't.threshold',
      't.state',
      't.counts',
      't.message',
      't.created_at',
      't.started_at',
      't.finished_at',
      't.revision_id',
      't.snapshot_id',
      's.name as snapshot_name',
    ]);

/** Tasks as lists show them: a preview is known to whoever started it only. */
const listedRows = (trx: Trx) => taskRows(trx).where('t.preview', '=', false);

/** A task's row with the names that a list shows. */
export type TaskRow = Awaited<ReturnType<typeof listOfChapter>>[number];

export const listOfChapter = (trx: Trx, chapterId: string, limit: number) =>
  listedRows(trx)
    .where('t.chapter_id', '=', chapterId)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute();

/** A page of a novel's tasks: the newest run first, its chapters in order. */
export function listOfNovel(
  trx: Trx,
  novelId: string,
  filter: { readonly state?: TaskRow['state'] | undefined; readonly invokeId?: string | undefined },
  page: { readonly offset: number; readonly limit: number },
) {
  let query = listedRows(trx).where('t.novel_id', '=', novelId);
  if (filter.state !== undefined) query = query.where('t.state', '=', filter.state);
  if (filter.invokeId !== undefined) query = query.where('t.invoke_id', '=', filter.invokeId);
  return query
    .orderBy('t.created_at', 'desc')
    .orderBy('t.invoke_id')
    .orderBy('t.position')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/** How many tasks a novel, or one of its runs, has in each state. */
export async function countStates(
  trx: Trx,
  novelId: string,
  invokeId: string | undefined,
): Promise<Record<TaskRow['state'], number>> {
  let query = trx
    .selectFrom('marking_tasks as t')
    .innerJoin('chapters as c', (join) =>
      join.onRef('c.id', '=', 't.chapter_id').on('c.deleted_at', 'is', null),
    )
    .select((eb) => ['t.state', eb.fn.countAll<number>().as('count')])
    .where('t.novel_id', '=', novelId)
    .where('t.preview', '=', false);
  if (invokeId !== undefined) query = query.where('t.invoke_id', '=', invokeId);
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state, count } of await query.groupBy('t.state').execute()) counts[state] = count;
  return counts;
}

export const findTask = (trx: Trx, taskId: string) =>
  taskRows(trx).where('t.id', '=', taskId).executeTakeFirst();

export const changesOf = (trx: Trx, taskId: string) =>
  trx.selectFrom('marking_tasks').select('changes').where('id', '=', taskId).executeTakeFirst();

/** Takes tasks for a decision, their runs first, as the runs do. */
export async function lockTasks(trx: Trx, taskIds: readonly string[]) {
  const ids = [...taskIds];
  await trx
    .selectFrom('marking_invokes')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('marking_tasks').select('invoke_id').where('id', 'in', ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return trx
    .selectFrom('marking_tasks as t')
    .innerJoin('chapters as c', 'c.id', 't.chapter_id')
    .select([
      't.id',
      't.invoke_id',
      't.novel_id',
      't.chapter_id',
      't.user_id',
      't.state',
      'c.name as chapter_name',
    ])
    .where('t.id', 'in', ids)
    .orderBy('t.id')
    .forUpdate('t')
    .execute();
}

/** Ends open tasks for good; a run that works on one of them stores nothing of it. */
export async function cancelTasks(trx: Trx, taskIds: readonly string[], message: string): Promise<void> {
  if (taskIds.length === 0) return;
  await trx
    .updateTable('marking_tasks')
    .set({ state: 'cancelled', message, model_answers: null, finished_at: sql<Date>`now()` })
    .where('id', 'in', [...taskIds])
    .where('state', 'in', openStates)
    .execute();
}

/** Removes ended tasks from the lists, and runs that have none left. */
export async function removeTasks(
  trx: Trx,
  tasks: readonly { id: string; invoke_id: string }[],
): Promise<void> {
  if (tasks.length === 0) return;
  await trx
    .deleteFrom('marking_tasks')
    .where(
      'id',
      'in',
      tasks.map(({ id }) => id),
    )
    .execute();
  await trx
    .deleteFrom('marking_invokes')
    .where(
      'id',
      'in',
      tasks.map(({ invoke_id }) => invoke_id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('marking_tasks')
            .select('id')
            .whereRef('marking_tasks.invoke_id', '=', 'marking_invokes.id'),
        ),
      ),
    )
    .execute();
}

/** Removes a user's older previews of a chapter, whatever their state: a new one takes their place. */
export async function removePreviews(trx: Trx, userId: string, chapterId: string): Promise<void> {
  const old = await trx
    .selectFrom('marking_tasks')
    .select(['id', 'invoke_id'])
    .where('chapter_id', '=', chapterId)
    .where('user_id', '=', userId)
    .where('preview', '=', true)
    .execute();
  if (old.length === 0) return;
  await lockTasks(
    trx,
    old.map(({ id }) => id),
  );
  await removeTasks(trx, old);
}

/** The figures of a content revision, for what it costs. */
export const revisionFigures = (trx: Trx, revisionId: string) =>
  trx.selectFrom('chapter_revisions').select('word_count').where('id', '=', revisionId).executeTakeFirst();
