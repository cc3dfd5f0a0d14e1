import type { RosterEntry } from '@huaben/casting';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { StoredChange, StoredDiscoveredName } from '../../platform/db/schema-marking.ts';
import type { MarkedChapter } from './mark-chapter.ts';

/** Gives the work to this run of the job; whatever an older run still does is refused from now on. */
export const claimInvoke = (trx: Trx, invokeId: string, runId: string) =>
  trx
    .updateTable('marking_invokes')
    .set({ run_id: runId })
    .where('id', '=', invokeId)
    .where('state', '=', 'waiting')
    .returning(['id', 'novel_id', 'user_id', 'kind', 'chapter_ids', 'discovered', 'model_ceiling'])
    .executeTakeFirst();

/** Holds the work for its run in this transaction; false when another run has it. */
export async function holdInvoke(trx: Trx, invokeId: string, runId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('marking_invokes')
    .select('id')
    .where('id', '=', invokeId)
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export const keepDiscovered = (trx: Trx, invokeId: string, discovered: readonly StoredDiscoveredName[]) =>
  trx
    .updateTable('marking_invokes')
    .set({ discovered: JSON.stringify(discovered) })
    .where('id', '=', invokeId)
    .execute();

/** Ends the work. What was found is only kept where it is the result. */
export const endInvoke = (
  trx: Trx,
  invokeId: string,
  end: { readonly state: 'done' | 'failed'; readonly message?: string; readonly keep: boolean },
) =>
  trx
    .updateTable('marking_invokes')
    .set({
      state: end.state,
      message: end.message ?? null,
      run_id: null,
      finished_at: sql<Date>`now()`,
      ...(end.keep ? {} : { discovered: null }),
    })
    .where('id', '=', invokeId)
    .execute();

/** The run's next chapter, begun or not, now running; a task that a killed run left is taken up again. */
export async function startNextTask(trx: Trx, invokeId: string) {
  const next = await trx
    .selectFrom('marking_tasks')
    .select('id')
    .where('invoke_id', '=', invokeId)
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!next) return undefined;
  return trx
    .updateTable('marking_tasks')
    .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, now())` })
    .where('id', '=', next.id)
    .returning([
      'id',
      'novel_id',
      'chapter_id',
      'user_id',
      'mode',
      'preview',
      'threshold',
      'line_ids',
      'put_off',
    ])
    .executeTakeFirst();
}

/** A task at work. */
export type RunningTask = NonNullable<Awaited<ReturnType<typeof startNextTask>>>;

/** Holds a running task in this transaction; false when it was cancelled. */
export async function holdTask(trx: Trx, taskId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('marking_tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a task that {@link holdTask} holds. */
export const endTask = (
  trx: Trx,
  taskId: string,
  end: {
    readonly state: 'done' | 'failed';
    readonly message?: string;
    readonly counts?: MarkedChapter['counts'];
    readonly changes?: readonly StoredChange[];
    readonly revisionId?: string;
    readonly snapshotId?: string;
  },
) =>
  trx
    .updateTable('marking_tasks')
    .set({
      state: end.state,
      message: end.message ?? null,
      counts: end.counts === undefined ? null : JSON.stringify(end.counts),
      model_answers: null,
      changes: end.changes === undefined ? null : JSON.stringify(end.changes),
      revision_id: end.revisionId ?? null,
      snapshot_id: end.snapshotId ?? null,
      finished_at: sql<Date>`now()`,
    })
    .where('id', '=', taskId)
    .execute();

/** Puts a task behind all others of its run. */
export const putOffTask = (trx: Trx, taskId: string, invokeId: string) =>
  trx
    .updateTable('marking_tasks')
    .set((eb) => ({
      state: 'waiting',
      put_off: eb('put_off', '+', 1),
      position: sql<number>`(select max(position) + 1 from marking_tasks where invoke_id = ${invokeId})`,
    }))
    .where('id', '=', taskId)
    .execute();

/** The open tasks of a run, taken for their end. */
export const lockOpenTasks = (trx: Trx, invokeId: string) =>
  trx
    .selectFrom('marking_tasks as t')
    .innerJoin('chapters as c', 'c.id', 't.chapter_id')
    .select(['t.id', 't.novel_id', 't.chapter_id', 't.user_id', 'c.name as chapter_name'])
    .where('t.invoke_id', '=', invokeId)
    .where('t.state', 'in', ['waiting', 'running'])
    .orderBy('t.position')
    .forUpdate('t')
    .execute();

/** How many tasks of a run have ended. */
export async function progressOf(db: Db | Trx, invokeId: string): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select count(*) filter (where state not in ('waiting', 'running'))::int as done, count(*)::int as total
    from marking_tasks where invoke_id = ${invokeId}`.execute(db);
  return rows[0] ?? { done: 0, total: 0 };
}

/** A chapter with the text of its current revision. */
export const currentText = (db: Db | Trx, chapterId: string) =>
  db
    .selectFrom('chapters as c')
    .innerJoin('chapter_revisions as r', 'r.id', 'c.revision_id')
    .select(['c.id', 'c.name', 'c.revision', 'c.revision_id', 'r.html'])
    .where('c.id', '=', chapterId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * The texts of a novel in reading order, chosen chapters before others when all would be more than `most`
 * characters of stored text.
 */
export async function novelTexts(
  db: Db | Trx,
  novelId: string,
  chosen: readonly string[],
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ html: string }>`
    select html from (
      select r.html, c.position, c.id, sum(length(r.html)) over (
        order by (c.id = any(${chosen}::uuid[])) desc, c.position, c.id
      ) as so_far
      from chapters c join chapter_revisions r on r.id = c.revision_id
      where c.novel_id = ${novelId} and c.deleted_at is null
    ) texts
    where so_far <= ${most}
    order by position, id`.execute(db);
  return rows.map((row) => row.html);
}

/** The texts of chosen chapters in reading order. */
export async function chosenTexts(
  db: Db | Trx,
  novelId: string,
  chapterIds: readonly string[],
): Promise<string[]> {
  if (chapterIds.length === 0) return [];
  const rows = await db
    .selectFrom('chapters as c')
    .innerJoin('chapter_revisions as r', 'r.id', 'c.revision_id')
    .select('r.html')
    .where('c.novel_id', '=', novelId)
    .where('c.id', 'in', [...chapterIds])
    .where('c.deleted_at', 'is', null)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
  return rows.map((row) => row.html);
}

/** The chapters of a run. */
export async function chaptersOf(db: Db | Trx, invokeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('marking_tasks')
    .select('chapter_id')
    .where('invoke_id', '=', invokeId)
    .execute();
  return rows.map((row) => row.chapter_id);
}

/** The roles in use that can speak, and the main names of all roles ever. */
export async function castOf(
  db: Db | Trx,
  novelId: string,
): Promise<{ roster: RosterEntry[]; roleNames: Map<string, string> }> {
  const rows = await db
    .selectFrom('roles')
    .select(['id', 'narration', 'names', 'sex', 'discarded_at'])
    .where('novel_id', '=', novelId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    roster: rows
      .filter((row) => !row.narration && row.discarded_at === null)
      .map(({ id, names, sex }) => ({
        roleId: id,
        names,
        sex: sex === 'male' || sex === 'female' ? sex : null,
      })),
    roleNames: new Map(rows.map((row) => [row.narration ? 'noLine' : row.id, row.names[0] ?? ''])),
  };
}
