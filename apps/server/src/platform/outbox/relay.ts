import { inTransaction } from '../db/database.ts';
import type { Db, Trx } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { DomainEventName, DomainEvents } from './event-map.ts';

/** What happens after a fact: runs in the relay's transaction, exactly once for each event. */
export type Reactions = {
  readonly [N in DomainEventName]?: (trx: Trx, data: DomainEvents[N]) => Promise<void>;
};

const batch = 50;

async function relayBatch(db: Db, reactions: Reactions): Promise<number> {
  return inTransaction(db, async (trx) => {
    const events = await trx
      .selectFrom('events')
      .select(['id', 'name', 'data'])
      .where('relayed_at', 'is', null)
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const event of events) {
      const react = reactions[event.name as DomainEventName] as
        ((trx: Trx, data: unknown) => Promise<void>) | undefined;
      await react?.(trx, event.data);
    }
    if (events.length > 0) {
      await trx
        .updateTable('events')
        .set({ relayed_at: new Date() })
        .where(
          'id',
          'in',
          events.map((event) => event.id),
        )
        .execute();
    }
    return events.length;
  });
}

/** Runs the reactions of recorded events: woken by commits, and every two seconds for whatever was missed. */
export function startRelay(db: Db, reactions: Reactions, log: Log): { wake(): void; stop(): Promise<void> } {
  let stopped = false;
  let woken = false;
  let running: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    do {
      woken = false;
      try {
        while (!stopped && (await relayBatch(db, reactions)) === batch);
      } catch (error) {
        log.warn({ event: 'outbox.relay_failed', err: error });
        return;
      }
    } while (woken && !stopped);
  };
  const wake = (): void => {
    woken = true;
    running ??= drain().finally(() => (running = null));
  };
  const timer = setInterval(wake, 2000);
  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
