import { publish } from '../../platform/outbox/live.ts';
import type { Reactions } from '../../platform/outbox/relay.ts';

/** Whoever started it is told when a chapter has come to its end, or a roster is there. */
export const autoMarkingReactions: Reactions = {
  'marking.task-finished': (trx, { novelId, taskId, chapterId, userId, state, names }) =>
    publish(trx, { userId }, 'taskFinished', { taskId, chapterId, productId: novelId, names, state }),
  'marking.roster-found': (trx, { novelId, rosterId, userId, state }) =>
    publish(trx, { userId }, 'rosterFound', { rosterId, productId: novelId, state }),
};
