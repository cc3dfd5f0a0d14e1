import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { DomainEventName, DomainEvents } from './event-map.ts';

/** Records a past fact in the caller's transaction. */
export type Record = <N extends DomainEventName>(name: N, data: DomainEvents[N]) => Promise<void>;

/** The channel on which a commit wakes the relay. */
export const outboxChannel = 'huaben_outbox';

/** The recorder of one transaction: the fact stands exactly if the transaction does. */
export const recordIn =
  (trx: Trx): Record =>
  async (name, data) => {
    await sql`with fact as (insert into events (name, data) values (${name}, ${JSON.stringify(data)}))
      select pg_notify(${outboxChannel}, '')`.execute(trx);
  };
