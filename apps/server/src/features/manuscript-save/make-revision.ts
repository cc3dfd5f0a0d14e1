import type { Trx } from '../../platform/db/database.ts';
import type { Record } from '../../platform/outbox/outbox.ts';
import { addToNovel } from '../chapter/index.ts';
import type { StoredContent } from '../chapter/index.ts';
import { writeRevision } from './manuscript-save.store.ts';

/** Makes content the current revision of a chapter whose row is locked: figures, counters and the fact. */
export async function makeRevision(
  trx: Trx,
  record: Record,
  save: {
    readonly novelId: string;
    readonly userId: string;
    readonly chapter: { readonly id: string; readonly word_count: number; readonly unassigned_count: number };
    readonly content: StoredContent;
    readonly number: number;
  },
): Promise<string> {
  const { novelId, userId, chapter, content, number } = save;
  const chapterId = chapter.id;
  const revisionId = await writeRevision(trx, { chapterId, userId, content, number });
  const marked = (unassigned: number): number => (unassigned === 0 ? 1 : 0);
  await addToNovel(trx, novelId, userId, {
    chapters: 0,
    marked: marked(content.unassignedCount) - marked(chapter.unassigned_count),
    words: content.wordCount - chapter.word_count,
  });
  await record('chapter.saved', { novelId, chapterId, revisionId, number });
  return revisionId;
}
