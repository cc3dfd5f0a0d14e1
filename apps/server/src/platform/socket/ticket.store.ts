import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { secretHash } from '../http/session.store.ts';

/** How long a ticket may wait to be used. */
export const ticketSeconds = 30;

/** Makes a one-use ticket for a session's live socket. */
export async function makeTicket(trx: Trx, userId: string, sessionHash: Buffer): Promise<string> {
  const ticket = randomBytes(24).toString('base64url');
  await trx
    .deleteFrom('socket_tickets')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await trx
    .insertInto('socket_tickets')
    .values({
      ticket_hash: secretHash(ticket),
      user_id: userId,
      session_hash: sessionHash,
      expires_at: sql<Date>`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute();
  return ticket;
}

/** Uses a ticket up; null when it is unknown, used or too old. */
export async function takeTicket(
  db: Db,
  ticket: string,
): Promise<{ userId: string; sessionHash: Buffer } | null> {
  const row = await db
    .deleteFrom('socket_tickets')
    .where('ticket_hash', '=', secretHash(ticket))
    .returning(['user_id', 'session_hash', sql<boolean>`expires_at > now()`.as('fresh')])
    .executeTakeFirst();
  return row?.fresh ? { userId: row.user_id, sessionHash: row.session_hash } : null;
}
