import { publish } from '../../platform/outbox/live.ts';
import type { Reactions } from '../../platform/outbox/relay.ts';

/** Who is told when a chapter or a whole task has come to its end. */
export const synthesisReactions: Reactions = {
  'synthesis.item-finished': (trx, { novelId, taskId, itemId, chapterId, state }) =>
    publish(trx, { novelId }, 'voiceReturned', { taskId, itemId, productId: novelId, chapterId, state }),
  'synthesis.task-finished': (trx, { novelId, taskId, userId, state, names }) =>
    publish(trx, { userId }, 'taskFinished', { taskId, productId: novelId, names, state }),
};
