import { sql } from 'kysely';
import * as z from 'zod';
import { inTransaction } from './db/database.ts';
import type { Job } from './jobs/job.ts';

/** How long what nobody asks for any more is kept, as PostgreSQL intervals. */
const keep = { events: '7 days', saves: '30 days', secrets: '2 days' } as const;

/** Once a night: removes ended sessions, used-up codes, relayed events and the notes of old saves. */
export const maintenance: Job = {
  id: 'platform.maintenance',
  payload: z.unknown(),
  attempts: 3,
  async run({ db }) {
    const before = (interval: string) => sql<Date>`now() - ${interval}::interval`;
    await inTransaction(db, async (trx) => {
      await trx.deleteFrom('user_sessions').where('expires_at', '<', before('0 days')).execute();
      await trx.deleteFrom('socket_tickets').where('expires_at', '<', before('0 days')).execute();
      await trx.deleteFrom('captchas').where('expires_at', '<', before('0 days')).execute();
      await trx.deleteFrom('used_nonces').where('expires_at', '<', before('0 days')).execute();
      await trx.deleteFrom('sms_codes').where('created_at', '<', before(keep.secrets)).execute();
      await trx.deleteFrom('developer_outbox').where('created_at', '<', before(keep.secrets)).execute();
      await trx.deleteFrom('user_events').where('created_at', '<', before(keep.events)).execute();
      await trx.deleteFrom('events').where('relayed_at', '<', before(keep.events)).execute();
      await trx.deleteFrom('chapter_saves').where('saved_at', '<', before(keep.saves)).execute();
    });
  },
};
