import type { Trx } from '../../platform/db/database.ts';
import { holderOf, lockedMessage } from './chapter.shapes.ts';
import { findChapters } from './chapter.store.ts';

/** A chapter whose lock is held, with the sentence for whoever meets it. */
export interface LockedChapter {
  readonly chapterId: string;
  readonly name: string;
  readonly holder: NonNullable<ReturnType<typeof holderOf>>;
  readonly message: string;
}

/** Those of the chapters that somebody is editing, the user included. */
export async function lockedChapters(
  trx: Trx,
  userId: string,
  chapterIds: readonly string[],
): Promise<LockedChapter[]> {
  const rows = await findChapters(trx, chapterIds);
  return rows.flatMap((row) => {
    const holder = holderOf(row, userId);
    return holder ? [{ chapterId: row.id, name: row.name, holder, message: lockedMessage(row, holder) }] : [];
  });
}
