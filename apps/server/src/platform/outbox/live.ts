import { socketEvents } from '@huaben/contract';
import type { SocketEventData, SocketEventName } from '@huaben/contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';

/** The channel that carries ids and progress to every web process. */
export const liveChannel = 'huaben_live';

/** Someone whose sockets are told: one user, or every confirmed member of a novel. */
export type Audience = { readonly userId: string } | { readonly novelId: string };

/** What travels on the live channel: either "user has events up to seq", or a passing event. */
export type LiveNotice =
  | { readonly seqs: readonly (readonly [userId: string, seq: number])[] }
  | { readonly users: readonly string[]; readonly type: number; readonly data: unknown };

async function usersOf(db: Db | Trx, audience: Audience): Promise<string[]> {
  if ('userId' in audience) return [audience.userId];
  const rows = await db
    .selectFrom('novel_members')
    .select('user_id')
    .where('novel_id', '=', audience.novelId)
    .where('confirmed', '=', true)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

const notify = (db: Db | Trx, notice: LiveNotice) =>
  sql`select pg_notify(${liveChannel}, ${JSON.stringify(notice)})`.execute(db);

/** Writes a durable event for each listener, numbered per user, and wakes their sockets on commit. */
export async function publish<N extends SocketEventName>(
  trx: Trx,
  audience: Audience,
  name: N,
  data: SocketEventData<N>,
): Promise<void> {
  const users = await usersOf(trx, audience);
  if (users.length === 0) return;
  const { type } = socketEvents[name];
  const bumped = await trx
    .updateTable('users')
    .set((eb) => ({ event_seq: eb('event_seq', '+', 1) }))
    .where('id', 'in', users)
    .returning(['id', 'event_seq'])
    .execute();
  await trx
    .insertInto('user_events')
    .values(bumped.map((row) => ({ user_id: row.id, seq: row.event_seq, type, data: JSON.stringify(data) })))
    .execute();
  // A notice must stay below 8,000 bytes: 100 pairs of id and number are about 5,000.
  for (let start = 0; start < bumped.length; start += 100) {
    await notify(trx, {
      seqs: bumped.slice(start, start + 100).map((row) => [row.id, row.event_seq] as const),
    });
  }
}

/** Sends a passing event (progress) that nobody needs to catch up on. */
export async function publishPassing<N extends SocketEventName>(
  db: Db,
  audience: Audience,
  name: N,
  data: SocketEventData<N>,
): Promise<void> {
  const users = await usersOf(db, audience);
  for (let start = 0; start < users.length; start += 100) {
    await notify(db, { users: users.slice(start, start + 100), type: socketEvents[name].type, data });
  }
}
