import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { StoredContent } from './chapter-content.ts';

const chapterRows = (trx: Trx) =>
  trx
    .selectFrom('chapters as c')
    .leftJoin('users as editor', 'editor.id', 'c.edited_by')
    .leftJoin('chapter_locks as l', (join) =>
      join
        .onRef('l.chapter_id', '=', 'c.id')
        .on('l.user_id', 'is not', null)
        .on('l.expires_at', '>', sql<Date>`now()`),
    )
    .leftJoin('users as holder', 'holder.id', 'l.user_id')
    .leftJoin('audio_versions as a', (join) =>
      join.onRef('a.chapter_id', '=', 'c.id').on('a.current', '=', true),
    )
    .select([
      'c.id',
      'c.novel_id',
      'c.position',
      'c.name',
      'c.revision',
      'c.revision_id',
      'c.word_count',
      'c.line_count',
      'c.unassigned_count',
      'c.created_at',
      'c.edited_at',
      'editor.name as editor_name',
      'l.user_id as holder_id',
      'holder.name as holder_name',
      'l.type as lock_type',
      'l.acquired_at',
      'l.active_at',
      sql<number>`extract(epoch from now() - l.active_at)::int`.as('idle_seconds'),
      'a.revision_id as audio_revision_id',
      sql<boolean>`exists (
        select 1 from roles r where r.novel_id = c.novel_id and r.voiced_at > a.created_at and (r.narration or exists (
          select 1 from chapter_role_counts k where k.chapter_id = c.id and k.role_id = r.id::text)))`.as(
        'voices_changed',
      ),
    ])
    .where('c.deleted_at', 'is', null);

/** A chapter's row with its editor, lock and audio. */
export type ChapterRow = Awaited<ReturnType<typeof findChapter>>;

export const findChapter = (trx: Trx, chapterId: string) =>
  chapterRows(trx).where('c.id', '=', chapterId).executeTakeFirstOrThrow();

export const listChapters = (trx: Trx, novelId: string) =>
  chapterRows(trx).where('c.novel_id', '=', novelId).orderBy('c.position').orderBy('c.id').execute();

export const findChapters = (trx: Trx, ids: readonly string[]) =>
  chapterRows(trx)
    .where('c.id', 'in', [...ids])
    .execute();

/** The chapters that a user opened last, in novels that are still theirs to read. */
export const listRecent = (trx: Trx, userId: string, novelId: string | undefined) => {
  const query = chapterRows(trx)
    .innerJoin('recent_chapters as r', (join) =>
      join.onRef('r.chapter_id', '=', 'c.id').on('r.user_id', '=', userId),
    )
    .innerJoin('novels as n', (join) => join.onRef('n.id', '=', 'c.novel_id').on('n.state', '!=', 'binned'))
    .innerJoin('novel_members as m', (join) =>
      join.onRef('m.novel_id', '=', 'n.id').on('m.user_id', '=', userId).on('m.confirmed', '=', true),
    )
    .select('n.name as novel_name');
  return (novelId === undefined ? query : query.where('c.novel_id', '=', novelId))
    .orderBy('r.opened_at', 'desc')
    .limit(50)
    .execute();
};

/** A content revision of a novel's chapter, without conflict copies. */
export const findRevision = (trx: Trx, novelId: string, revisionId: string) =>
  trx
    .selectFrom('chapter_revisions as v')
    .innerJoin('chapters as c', 'c.id', 'v.chapter_id')
    .select(['v.id', 'v.chapter_id', 'v.number', 'v.hash', 'v.html'])
    .where('v.id', '=', revisionId)
    .where('c.novel_id', '=', novelId)
    .where('c.deleted_at', 'is', null)
    .where('v.number', 'is not', null)
    .executeTakeFirst();

/** A chapter to be inserted, its content already marked with its id. */
export interface NewChapter {
  readonly id: string;
  readonly name: string;
  readonly content: StoredContent;
}

/** Takes the novel's row, so that counters and positions are changed by one at a time. */
export const lockNovel = (trx: Trx, novelId: string) =>
  trx.selectFrom('novels').select('id').where('id', '=', novelId).forUpdate().executeTakeFirstOrThrow();

/** Appends chapters in order, each with its first revision, and counts them into the novel. */
export async function insertChapters(
  trx: Trx,
  novelId: string,
  userId: string,
  chapters: readonly NewChapter[],
): Promise<void> {
  await lockNovel(trx, novelId);
  const { last } = await trx
    .selectFrom('chapters')
    .select(sql<number>`coalesce(max(position), 0)::int`.as('last'))
    .where('novel_id', '=', novelId)
    .executeTakeFirstOrThrow();
  // A statement takes at most 65,535 parameters; 200 rows keep well below it and keep memory flat.
  for (let start = 0; start < chapters.length; start += 200) {
    const part = chapters
      .slice(start, start + 200)
      .map((chapter, index) => ({ ...chapter, revisionId: newId(), position: last + start + index + 1 }));
    await trx
      .insertInto('chapters')
      .values(
        part.map(({ id, name, content, revisionId, position }) => ({
          id,
          novel_id: novelId,
          position,
          name,
          revision: 1,
          revision_id: revisionId,
          word_count: content.wordCount,
          line_count: content.lineCount,
          unassigned_count: content.unassignedCount,
          edited_by: userId,
        })),
      )
      .execute();
    await trx
      .insertInto('chapter_revisions')
      .values(
        part.map(({ id, content, revisionId }) => ({
          id: revisionId,
          chapter_id: id,
          number: 1,
          kind: 'import' as const,
          hash: content.hash,
          html: content.html,
          word_count: content.wordCount,
          line_count: content.lineCount,
          unassigned_count: content.unassignedCount,
          created_by: userId,
        })),
      )
      .execute();
    const counts = part.flatMap(({ id, content }) =>
      content.roles.map((role) => ({
        chapter_id: id,
        role_id: role.roleId,
        line_count: role.lines,
        word_count: role.words,
      })),
    );
    if (counts.length > 0) await trx.insertInto('chapter_role_counts').values(counts).execute();
  }
  const sum = (pick: (content: StoredContent) => number): number =>
    chapters.reduce((total, { content }) => total + pick(content), 0);
  await addToNovel(trx, novelId, userId, {
    chapters: chapters.length,
    marked: sum((content) => (content.unassignedCount === 0 ? 1 : 0)),
    words: sum((content) => content.wordCount),
  });
}

/** Changes the novel's stored counters by differences and notes who edited. */
export const addToNovel = (
  trx: Trx,
  novelId: string,
  userId: string,
  by: { chapters: number; marked: number; words: number },
) =>
  trx
    .updateTable('novels')
    .set((eb) => ({
      chapter_count: eb('chapter_count', '+', by.chapters),
      marked_chapter_count: eb('marked_chapter_count', '+', by.marked),
      word_count: eb('word_count', '+', by.words),
      edited_at: sql<Date>`now()`,
      edited_by: userId,
    }))
    .where('id', '=', novelId)
    .execute();

export const renameChapter = (trx: Trx, chapterId: string, name: string, userId: string) =>
  trx
    .updateTable('chapters')
    .set({ name, edited_at: sql<Date>`now()`, edited_by: userId })
    .where('id', '=', chapterId)
    .execute();

/** Takes chapters for a change, in the order of their ids so that two takers never wait for each other. */
export const lockRows = (trx: Trx, chapterIds: readonly string[]) =>
  trx
    .selectFrom('chapters')
    .select(['id', 'novel_id', 'name', 'revision', 'revision_id', 'word_count', 'unassigned_count'])
    .where('id', 'in', [...chapterIds])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const markDeleted = (trx: Trx, chapterIds: readonly string[]) =>
  trx
    .updateTable('chapters')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', 'in', [...chapterIds])
    .execute();

export const noteOpened = (trx: Trx, userId: string, chapterIds: readonly string[]) =>
  trx
    .insertInto('recent_chapters')
    .values(chapterIds.map((chapter_id) => ({ user_id: userId, chapter_id, opened_at: sql<Date>`now()` })))
    .onConflict((oc) => oc.columns(['user_id', 'chapter_id']).doUpdateSet({ opened_at: sql<Date>`now()` }))
    .execute();
