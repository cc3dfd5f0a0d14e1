import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

export type ExportRow = Selectable<Database['exports']>;

/** The export that a user's key made, whatever its novel. */
export const findByKey = (db: Db | Trx, userId: string, key: string): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_key', '=', key)
    .executeTakeFirst();

/** Stores a waiting export; false when the user's key made one meanwhile. */
export async function insertExport(
  trx: Trx,
  row: {
    id: string;
    novelId: string;
    chapterId: string | null;
    userId: string;
    key: string;
    format: 'mp3' | 'm4b';
    fileName: string;
    total: number;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('exports')
    .values({
      id: row.id,
      novel_id: row.novelId,
      chapter_id: row.chapterId,
      user_id: row.userId,
      request_key: row.key,
      format: row.format,
      file_name: row.fileName,
      total: row.total,
    })
    .onConflict((oc) => oc.columns(['user_id', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The novel's newest exports, those of the chapter if one is given. */
export function listExportRows(
  db: Db | Trx,
  novelId: string,
  chapterId: string | undefined,
  limit: number,
): Promise<ExportRow[]> {
  let query = db.selectFrom('exports').selectAll().where('novel_id', '=', novelId);
  if (chapterId !== undefined) query = query.where('chapter_id', '=', chapterId);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** An export of the novel. */
export const findExport = (db: Db | Trx, novelId: string, exportId: string): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('novel_id', '=', novelId)
    .where('id', '=', exportId)
    .executeTakeFirst();

/** Exports of the novel, locked in the order of their ids. */
export const lockExports = (trx: Trx, novelId: string, ids: readonly string[]): Promise<ExportRow[]> =>
  trx
    .selectFrom('exports')
    .selectAll()
    .where('novel_id', '=', novelId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

/** What the job needs to know of its export beside the row. */
export interface ExportJobRow extends ExportRow {
  readonly novel_name: string;
  readonly author: string;
}

/** An export for its job, locked. */
export const lockForJob = (trx: Trx, exportId: string): Promise<ExportJobRow | undefined> =>
  trx
    .selectFrom('exports as e')
    .innerJoin('novels as n', 'n.id', 'e.novel_id')
    .innerJoin('users as u', 'u.id', 'n.creator_id')
    .selectAll('e')
    .select(['n.name as novel_name', 'u.name as author'])
    .where('e.id', '=', exportId)
    .forUpdate('e')
    .executeTakeFirst();

/** Gives the export to a run; what an older run still does is refused from now on. */
export async function claim(trx: Trx, exportId: string, runId: string, total: number): Promise<void> {
  await trx
    .updateTable('exports')
    .set({ state: 'running', run_id: runId, done: 0, total, message: null })
    .where('id', '=', exportId)
    .execute();
}

const held = (db: Db | Trx, exportId: string, runId: string) =>
  db
    .updateTable('exports')
    .where('id', '=', exportId)
    .where('run_id', '=', runId)
    .where('state', '=', 'running')
    .returning('id');

/** Notes how many lines are encoded; false when the run has lost the export. */
export async function noteDone(
  db: Db | Trx,
  exportId: string,
  runId: string,
  done: number,
): Promise<boolean> {
  return (await held(db, exportId, runId).set({ done }).executeTakeFirst()) !== undefined;
}

/** Ends a run's export; false when the run has lost it. */
export async function end(
  trx: Trx,
  exportId: string,
  runId: string,
  outcome:
    { state: 'done'; blobKey: string; bytes: number; done: number } | { state: 'failed'; message: string },
): Promise<boolean> {
  const set =
    outcome.state === 'done'
      ? { blob_key: outcome.blobKey, bytes: outcome.bytes, done: outcome.done }
      : { message: outcome.message };
  const ended = await held(trx, exportId, runId)
    .set({ state: outcome.state, run_id: null, finished_at: sql<Date>`now()`, ...set })
    .executeTakeFirst();
  return ended !== undefined;
}

/** Cancels exports; without its run a job can write nothing more. */
export async function cancel(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('exports')
    .set({ state: 'cancelled', run_id: null, finished_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .execute();
}
