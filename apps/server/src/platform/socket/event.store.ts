import type { Db } from '../db/database.ts';

/** Most events that one catch-up replays; beyond it the client refetches everything. */
const replayLimit = 500;

/** A user's durable events after a sequence number, or `resync` when they are gone or too many. */
export async function eventsAfter(db: Db, userId: string, since: number) {
  const user = await db.selectFrom('users').select('event_seq').where('id', '=', userId).executeTakeFirst();
  const newest = user?.event_seq ?? 0;
  const rows = await db
    .selectFrom('user_events')
    .select(['seq', 'type', 'data'])
    .where('user_id', '=', userId)
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(replayLimit + 1)
    .execute();
  const [first] = rows;
  const gap =
    since > newest ||
    rows.length > replayLimit ||
    (newest > since && (first === undefined || first.seq !== since + 1));
  return { newest, resync: gap, events: gap ? [] : rows };
}

/** The newest sequence number of a user. */
export async function newestSeq(db: Db, userId: string): Promise<number> {
  const user = await db.selectFrom('users').select('event_seq').where('id', '=', userId).executeTakeFirst();
  return user?.event_seq ?? 0;
}

/** Whether a session still stands. */
export async function sessionStands(db: Db, sessionHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('user_sessions')
    .select('user_id')
    .where('token_hash', '=', sessionHash)
    .executeTakeFirst();
  return row !== undefined;
}
