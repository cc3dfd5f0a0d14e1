import { publish } from '../../platform/outbox/live.ts';
import type { Reactions } from '../../platform/outbox/relay.ts';

/** Tells whoever asked for an export that it has come to its end. */
export const exportReactions: Reactions = {
  'export.finished': (trx, { novelId, exportId, userId, state }) =>
    publish(trx, { userId }, 'exportFinished', { exportId, productId: novelId, state }),
};
