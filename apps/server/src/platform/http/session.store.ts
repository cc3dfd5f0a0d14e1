import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Actor } from './handler.ts';

/** Sessions end after this many idle days, whatever their absolute end. */
export const idleDays = 30;

/** The stored form of a token, ticket or code: never the thing itself. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The session of a token, or null; notes at most once a minute that it was used. */
export async function findActor(db: Db, token: string): Promise<Actor | null> {
  const hash = secretHash(token);
  const row = await db
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.name', 'u.demo', sql<boolean>`s.seen_at < now() - interval '1 minute'`.as('stale')])
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.seen_at', '>', sql<Date>`now() - make_interval(days => ${idleDays})`)
    .executeTakeFirst();
  if (!row) return null;
  if (row.stale) {
    await db
      .updateTable('user_sessions')
      .set({ seen_at: sql<Date>`now()` })
      .where('token_hash', '=', hash)
      .execute();
  }
  return { userId: row.id, userName: row.name, demo: row.demo, sessionHash: hash };
}
