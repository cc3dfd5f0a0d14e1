import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { StoredContent } from '../chapter/index.ts';

/** The earlier answer to a save id, with the figures of the revision it made or met. */
export const findSave = (trx: Trx, saveId: string, chapterId: string) =>
  trx
    .selectFrom('chapter_saves as s')
    .innerJoin('chapter_revisions as v', 'v.id', 's.revision_id')
    .select([
      's.content_hash',
      's.saved_at',
      'v.id',
      'v.number',
      'v.word_count',
      'v.line_count',
      'v.unassigned_count',
    ])
    .where('s.save_id', '=', saveId)
    .where('s.chapter_id', '=', chapterId)
    .executeTakeFirst();

export const revisionHash = (trx: Trx, revisionId: string) =>
  trx.selectFrom('chapter_revisions').select('hash').where('id', '=', revisionId).executeTakeFirstOrThrow();

interface Revision {
  readonly chapterId: string;
  readonly userId: string;
  readonly content: StoredContent;
}

const revisionValues = (id: string, { chapterId, userId, content }: Revision) => ({
  id,
  chapter_id: chapterId,
  hash: content.hash,
  html: content.html,
  word_count: content.wordCount,
  line_count: content.lineCount,
  unassigned_count: content.unassignedCount,
  created_by: userId,
});

/** Stores a new current revision with the chapter's figures and counts. */
export async function writeRevision(trx: Trx, revision: Revision & { number: number }): Promise<string> {
  const { chapterId, userId, content, number } = revision;
  const id = newId();
  await trx
    .insertInto('chapter_revisions')
    .values({ ...revisionValues(id, revision), number, kind: 'save', base_number: number - 1 })
    .execute();
  await trx
    .updateTable('chapters')
    .set({
      revision: number,
      revision_id: id,
      word_count: content.wordCount,
      line_count: content.lineCount,
      unassigned_count: content.unassignedCount,
      edited_at: sql<Date>`now()`,
      edited_by: userId,
    })
    .where('id', '=', chapterId)
    .execute();
  await trx.deleteFrom('chapter_role_counts').where('chapter_id', '=', chapterId).execute();
  if (content.roles.length > 0) {
    await trx
      .insertInto('chapter_role_counts')
      .values(
        content.roles.map((role) => ({
          chapter_id: chapterId,
          role_id: role.roleId,
          line_count: role.lines,
          word_count: role.words,
        })),
      )
      .execute();
  }
  return id;
}

/** Keeps a refused text beside the history, once for each save id. */
export const keepConflict = (trx: Trx, revision: Revision & { saveId: string; baseNumber: number }) =>
  trx
    .insertInto('chapter_revisions')
    .values({
      ...revisionValues(revision.saveId, revision),
      number: null,
      kind: 'conflict',
      base_number: revision.baseNumber,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute();

/** Notes the answer to a save id, so that a retry gets the same. */
export async function noteSave(
  trx: Trx,
  save: { saveId: string; chapterId: string; hash: string; revisionId: string },
): Promise<Date> {
  const row = await trx
    .insertInto('chapter_saves')
    .values({
      save_id: save.saveId,
      chapter_id: save.chapterId,
      content_hash: save.hash,
      revision_id: save.revisionId,
      saved_at: sql<Date>`clock_timestamp()`,
    })
    .returning('saved_at')
    .executeTakeFirstOrThrow();
  return row.saved_at;
}

/** Gives a revision a name, so that it is kept for ever; one that has a name keeps that. */
export const nameRevision = (trx: Trx, revisionId: string, name: string) =>
  trx
    .updateTable('chapter_revisions')
    .set((eb) => ({ name: eb.fn.coalesce('name', eb.val(name)) }))
    .where('id', '=', revisionId)
    .execute();
