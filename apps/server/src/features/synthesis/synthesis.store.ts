import { narrationClassName } from '@huaben/contract';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { narrationName } from './speaking-plan.ts';
import type { CastVoice } from './speaking-plan.ts';

export type TaskRow = Selectable<Database['tasks']>;
export type ItemRow = Selectable<Database['task_items']> & { readonly chapter_name: string };

/** A chapter as synthesis reads it: its current content revision. */
export interface ChapterText {
  readonly id: string;
  readonly novelId: string;
  readonly name: string;
  readonly revisionId: string;
  readonly html: string;
}

/** The chapters of a novel in reading order, with the text of their current revisions; deleted ones are left out. */
export async function loadChapterTexts(
  db: Db | Trx,
  novelId: string,
  chapterIds: readonly string[],
): Promise<ChapterText[]> {
  return db
    .selectFrom('chapters as c')
    .innerJoin('chapter_revisions as r', 'r.id', 'c.revision_id')
    .select(['c.id', 'c.novel_id as novelId', 'c.name', 'c.revision_id as revisionId', 'r.html'])
    .where('c.novel_id', '=', novelId)
    .where('c.id', 'in', [...chapterIds])
    .where('c.deleted_at', 'is', null)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
}

/** How every role of a novel speaks, discarded ones included. */
export async function loadCast(db: Db | Trx, novelId: string): Promise<CastVoice[]> {
  const rows = await db
    .selectFrom('roles')
    .select(['id', 'narration', 'names', 'voice_id', 'rate', 'pitch'])
    .where('novel_id', '=', novelId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    roleId: row.narration ? narrationClassName : row.id,
    name: row.narration ? narrationName : (row.names[0] ?? ''),
    voiceId: row.voice_id,
    rate: row.rate,
    pitch: row.pitch,
  }));
}

/** Which of the sounds a novel's cache already has. */
export async function cachedHashes(
  db: Db | Trx,
  novelId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('speech_segments')
    .select('hash')
    .where('novel_id', '=', novelId)
    .where('hash', '=', sql<string>`any(${hashes})`)
    .execute();
  return new Set(rows.map((row) => row.hash));
}

/**
 * How many chapters hold or await synthesised audio in the novels of this novel's creator, the given
 * chapters not counted: whoever owns a novel has its sound stored.
 */
export async function countStoredChapters(
  db: Db | Trx,
  novelId: string,
  beside: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from chapters c
    join novels n on n.id = c.novel_id
    where n.creator_id = (select creator_id from novels where id = ${novelId})
      and c.deleted_at is null and not c.id = any(${beside})
      and (
        exists (select from audio_versions v where v.chapter_id = c.id)
        or exists (
          select from task_items i join tasks t on t.id = i.task_id
          where i.chapter_id = c.id and i.state in ('waiting', 'running') and t.state in ('paid', 'queued', 'running')
        )
      )`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The task that a user's key made, whatever its novel. */
export const findTaskByKey = (db: Db | Trx, userId: string, key: string): Promise<TaskRow | undefined> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .executeTakeFirst();

/** Stores a quoted task with its chapters; false when the user's key made a task meanwhile. */
export async function insertTask(
  trx: Trx,
  task: {
    id: string;
    novelId: string;
    userId: string;
    key: string;
    characters: number;
    newCharacters: number;
    coins: number;
  },
  items: readonly {
    id: string;
    chapterId: string;
    lineCount: number;
    state: 'waiting' | 'skipped';
    message: string | null;
  }[],
): Promise<boolean> {
  const inserted = await trx
    .insertInto('tasks')
    .values({
      id: task.id,
      novel_id: task.novelId,
      user_id: task.userId,
      request_key: task.key,
      state: 'quoted',
      characters: task.characters,
      new_characters: task.newCharacters,
      coins: task.coins,
    })
    .onConflict((oc) => oc.columns(['user_id', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await trx
    .insertInto('task_items')
    .values(
      items.map((item, position) => ({
        id: item.id,
        task_id: task.id,
        chapter_id: item.chapterId,
        position,
        state: item.state,
        line_count: item.lineCount,
        message: item.message,
      })),
    )
    .execute();
  return true;
}

/** A task of the novel, locked against every other change of it and of its items. */
export const lockTask = (trx: Trx, novelId: string, taskId: string): Promise<TaskRow | undefined> =>
  trx
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('novel_id', '=', novelId)
    .forUpdate()
    .executeTakeFirst();

/** The task that an item of the novel belongs to, locked like {@link lockTask}. */
export const lockTaskOfItem = (trx: Trx, novelId: string, itemId: string): Promise<TaskRow | undefined> =>
  trx
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('task_items').select('task_id').where('id', '=', itemId))
    .where('novel_id', '=', novelId)
    .forUpdate()
    .executeTakeFirst();

/** A task of the novel. */
export const findTask = (db: Db | Trx, novelId: string, taskId: string): Promise<TaskRow | undefined> =>
  db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('novel_id', '=', novelId)
    .executeTakeFirst();

/** The novel's newest tasks, those with the chapter if one is given. */
export function listTaskRows(
  db: Db | Trx,
  novelId: string,
  chapterId: string | undefined,
  limit: number,
): Promise<TaskRow[]> {
  let query = db.selectFrom('tasks').selectAll().where('novel_id', '=', novelId);
  if (chapterId !== undefined) {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('task_items').select('task_id').where('chapter_id', '=', chapterId),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The chapters of tasks, in the order of each task. */
export async function loadItems(db: Db | Trx, taskIds: readonly string[]): Promise<ItemRow[]> {
  if (taskIds.length === 0) return [];
  return db
    .selectFrom('task_items as i')
    .innerJoin('chapters as c', 'c.id', 'i.chapter_id')
    .selectAll('i')
    .select('c.name as chapter_name')
    .where('i.task_id', 'in', [...taskIds])
    .orderBy('i.task_id')
    .orderBy('i.position')
    .execute();
}

/** Changes a task's state; `finished` sets or clears its end. */
export async function setTaskState(
  trx: Trx,
  taskId: string,
  state: TaskRow['state'],
  finished: boolean,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ state, finished_at: finished ? sql<Date>`now()` : null })
    .where('id', '=', taskId)
    .execute();
}

/** Ends the open items of a cancelled task; without their run they can write nothing more. */
export async function skipOpenItems(trx: Trx, taskId: string, message: string): Promise<void> {
  await trx
    .updateTable('task_items')
    .set({ state: 'skipped', run_id: null, message })
    .where('task_id', '=', taskId)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Opens a failed item again. */
export async function reopenItem(trx: Trx, itemId: string): Promise<void> {
  await trx
    .updateTable('task_items')
    .set({ state: 'waiting', run_id: null, message: null })
    .where('id', '=', itemId)
    .execute();
}
