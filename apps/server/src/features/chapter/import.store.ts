import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { ImportOptions } from './book-chapters.ts';

export const insertImport = (
  trx: Trx,
  row: {
    id: string;
    novelId: string;
    userId: string;
    fileName: string;
    blobKey: string;
    options: ImportOptions;
    total: number;
  },
) =>
  trx
    .insertInto('imports')
    .values({
      id: row.id,
      novel_id: row.novelId,
      user_id: row.userId,
      file_name: row.fileName,
      blob_key: row.blobKey,
      options: JSON.stringify(row.options),
      total: row.total,
    })
    .execute();

export const findImport = (db: Db | Trx, id: string) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Takes an import's row for a decision. */
export const lockImport = (trx: Trx, id: string) =>
  trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const setRunning = (db: Db, id: string) =>
  db
    .updateTable('imports')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .execute();

/** Ends an import that has not ended; tells whether this did it. */
export async function endImport(
  trx: Trx,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  done: number,
  total: number,
  message: string | null,
): Promise<boolean> {
  const rows = await trx
    .updateTable('imports')
    .set({ state, done, total, message, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .execute();
  return rows.length > 0;
}
