import { publish } from '../../platform/outbox/live.ts';
import type { Reactions } from '../../platform/outbox/relay.ts';

/** What happens after facts about chapters. */
export const chapterReactions: Reactions = {
  'chapter.saved': (trx, { novelId, chapterId, revisionId, number }) =>
    publish(trx, { novelId }, 'chapterSaved', {
      productId: novelId,
      chapterId,
      chapterUrlId: revisionId,
      revision: number,
    }),
  'chapter.lock-changed': (trx, { novelId, chapterId }) =>
    publish(trx, { novelId }, 'chapterLockChanged', { productId: novelId, chapterId }),
  'import.finished': async (trx, { novelId, importId, userId, state }) => {
    await publish(trx, { userId }, 'importFinished', { importId, productId: novelId, state });
    if (state === 'done') await publish(trx, { novelId }, 'novelChanged', { productId: novelId });
  },
};
