import { sql } from 'kysely';
import { leaseSeconds } from '@huaben/domain';
import type { LockRequest, LockType, StoredLock } from '@huaben/domain';
import type { Trx } from '../../platform/db/database.ts';

/** The database's clock: leases are judged by no other. */
export async function databaseNow(trx: Trx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the database has no clock');
  return row.now;
}

const lockedRows = (trx: Trx, chapterIds: readonly string[]) =>
  trx
    .selectFrom('chapter_locks')
    .selectAll()
    .where('chapter_id', 'in', [...chapterIds])
    .orderBy('chapter_id')
    .forUpdate()
    .execute();

/** The locks of chapters, taken for a change; a chapter that never was locked gets a free one. */
export async function takeLocks(trx: Trx, chapterIds: readonly string[]): Promise<StoredLock[]> {
  const rows = await lockedRows(trx, chapterIds);
  if (rows.length < chapterIds.length) {
    await trx
      .insertInto('chapter_locks')
      .values(chapterIds.toSorted().map((chapter_id) => ({ chapter_id })))
      .onConflict((oc) => oc.doNothing())
      .execute();
    rows.splice(0, rows.length, ...(await lockedRows(trx, chapterIds)));
  }
  return rows.map((row) => ({
    chapterId: row.chapter_id,
    fence: row.fence,
    holder:
      row.user_id === null ||
      row.editor_id === null ||
      row.acquired_at === null ||
      row.active_at === null ||
      row.expires_at === null
        ? null
        : {
            userId: row.user_id,
            editorId: row.editor_id,
            type: (row.type === 2 ? 2 : 1) satisfies LockType,
            since: row.acquired_at,
            lastActive: row.active_at,
            expires: row.expires_at,
          },
  }));
}

const lease = () => sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** Gives a lock to a page under a new fence. */
export const acquireLock = (trx: Trx, chapterId: string, request: LockRequest, fence: number) =>
  trx
    .updateTable('chapter_locks')
    .set({
      fence,
      user_id: request.userId,
      editor_id: request.editorId,
      type: request.type,
      acquired_at: sql<Date>`clock_timestamp()`,
      active_at: sql<Date>`clock_timestamp()`,
      expires_at: lease(),
    })
    .where('chapter_id', '=', chapterId)
    .execute();

/** Extends the lease of a lock that the page holds; `active` when the person did something. */
export const renewLock = (trx: Trx, chapterId: string, userId: string, editorId: string, active: boolean) =>
  trx
    .updateTable('chapter_locks')
    .set({ expires_at: lease(), ...(active ? { active_at: sql<Date>`clock_timestamp()` } : {}) })
    .where('chapter_id', '=', chapterId)
    .where('user_id', '=', userId)
    .where('editor_id', '=', editorId)
    .returning('chapter_id')
    .execute();

/** Frees a lock if this page holds it; tells whether it did. */
export async function releaseLock(
  trx: Trx,
  chapterId: string,
  userId: string,
  editorId: string,
  type: LockType,
): Promise<boolean> {
  const rows = await trx
    .updateTable('chapter_locks')
    .set({ user_id: null, editor_id: null, expires_at: null })
    .where('chapter_id', '=', chapterId)
    .where('user_id', '=', userId)
    .where('editor_id', '=', editorId)
    .where('type', '=', type)
    .returning('chapter_id')
    .execute();
  return rows.length > 0;
}
