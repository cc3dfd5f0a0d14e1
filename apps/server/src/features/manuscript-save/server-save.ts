import { isHeld, planSave } from '@huaben/domain';
import type { StoredLock } from '@huaben/domain';
import type { Trx } from '../../platform/db/database.ts';
import type { Record } from '../../platform/outbox/outbox.ts';
import { chapterLocks, lockRows } from '../chapter/index.ts';
import type { StoredContent } from '../chapter/index.ts';
import { makeRevision } from './make-revision.ts';
import { revisionHash } from './manuscript-save.store.ts';

/** A chapter whose rows this transaction holds. */
export interface TakenChapter {
  readonly row: Awaited<ReturnType<typeof lockRows>>[number];
  readonly lock: StoredLock;
  /** Whether a page holds its lock at this moment. */
  readonly held: boolean;
}

/** Takes chapters for a change by the server; those that are gone are left out. */
export async function takeChapters(
  trx: Trx,
  chapterIds: readonly string[],
): Promise<Map<string, TakenChapter>> {
  if (chapterIds.length === 0) return new Map();
  const rows = await lockRows(trx, chapterIds);
  if (rows.length === 0) return new Map();
  const locks = await chapterLocks.takeLocks(
    trx,
    rows.map((row) => row.id),
  );
  const now = await chapterLocks.databaseNow(trx);
  return new Map(
    rows.flatMap((row) => {
      const lock = locks.find(({ chapterId }) => chapterId === row.id);
      return lock ? [[row.id, { row, lock, held: isHeld(lock, now) }] as const] : [];
    }),
  );
}

/** What became of a save by the server. */
export type ServerSave =
  | { readonly do: 'written' | 'same'; readonly revisionId: string; readonly number: number }
  /** The chapter is another one than the content was made from. */
  | { readonly do: 'stale' };

/**
 * Saves content that the server made for a user, under a lock that lives within this transaction: a page
 * that comes back with an older fence is refused and keeps its text as a conflict copy. Equal content makes
 * no revision. Never to be called on a chapter that is held.
 */
export async function serverSave(
  trx: Trx,
  record: Record,
  save: {
    readonly novelId: string;
    readonly userId: string;
    readonly editorId: string;
    readonly taken: TakenChapter;
    readonly baseRevision: number;
    readonly content: StoredContent;
  },
): Promise<ServerSave> {
  const { novelId, userId, editorId, taken, baseRevision, content } = save;
  const { row, lock } = taken;
  if (taken.held) throw new Error('a held chapter cannot be saved by the server');
  const now = await chapterLocks.databaseNow(trx);
  const fence = lock.fence + 1;
  const request = { userId, editorId, type: 1, takeOver: false } as const;
  const { hash } = await revisionHash(trx, row.revision_id);
  const holder = { userId, editorId, type: 1, since: now, lastActive: now, expires: now } as const;
  const plan = planSave(
    {
      userId,
      editorId,
      fence,
      baseRevision,
      contentHash: content.hash,
      lock: { chapterId: row.id, fence, holder },
      current: { number: row.revision, hash },
    },
    now,
  );
  if (plan.do === 'conflict') return { do: 'stale' };
  if (plan.do === 'same') return { do: 'same', revisionId: row.revision_id, number: row.revision };
  await chapterLocks.acquireLock(trx, row.id, request, fence);
  const revisionId = await makeRevision(trx, record, {
    novelId,
    userId,
    chapter: row,
    content,
    number: plan.number,
  });
  await chapterLocks.releaseLock(trx, row.id, userId, editorId, 1);
  return { do: 'written', revisionId, number: plan.number };
}
