import { publish } from '../../platform/outbox/live.ts';
import type { Reactions } from '../../platform/outbox/relay.ts';

/** What a change of a novel brings about. */
export const novelReactions: Reactions = {
  'novel.changed': (trx, { novelId }) => publish(trx, { novelId }, 'novelChanged', { productId: novelId }),
};
