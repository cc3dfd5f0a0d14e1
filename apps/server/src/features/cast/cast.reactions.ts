import { publish } from '../../platform/outbox/live.ts';
import type { Reactions } from '../../platform/outbox/relay.ts';

/** What a change of the cast brings about. */
export const castReactions: Reactions = {
  'cast.changed': (trx, { novelId }) => publish(trx, { novelId }, 'castChanged', { productId: novelId }),
};
