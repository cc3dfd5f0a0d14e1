import type { Trx } from '../../platform/db/database.ts';
import { lockedChapters } from '../chapter/index.ts';

/** Why a chapter cannot be changed by the machine now. */
export interface LockedReason {
  readonly code: 'locked' | 'open-here';
  readonly reason: string;
}

/** The chapters that somebody has open, each with what to do about it. */
export async function lockedReasons(
  trx: Trx,
  userId: string,
  chapterIds: readonly string[],
): Promise<Map<string, LockedReason>> {
  if (chapterIds.length === 0) return new Map();
  const locked = await lockedChapters(trx, userId, chapterIds);
  return new Map(
    locked.map(({ chapterId, name, holder, message }) => [
      chapterId,
      holder.mine
        ? {
            code: 'open-here',
            reason: `《${name}》正在你的编辑页面中打开，请改在编辑中画本，或关闭那个页面后重试`,
          }
        : { code: 'locked', reason: message },
    ]),
  );
}
