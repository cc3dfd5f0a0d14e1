import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

/** Sends short messages. Adapters of providers implement this. */
export interface SmsSender {
  send(trx: Trx, to: { country: string; phone: string }, text: string): Promise<void>;
}

/** Keeps the messages in the developer outbox, for installations without a provider. */
export const outboxSms: SmsSender = {
  async send(trx, to, text) {
    await trx
      .insertInto('developer_outbox')
      .values({ id: newId(), recipient: `+${to.country} ${to.phone}`, body: text })
      .execute();
  },
};
