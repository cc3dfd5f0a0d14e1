import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

const novelRows = (db: Db | Trx, userId: string) =>
  db
    .selectFrom('novels as n')
    .innerJoin('novel_members as m', (join) =>
      join.onRef('m.novel_id', '=', 'n.id').on('m.user_id', '=', userId).on('m.confirmed', '=', true),
    )
    .leftJoin('users as editor', 'editor.id', 'n.edited_by')
    .leftJoin('roles as narration', (join) =>
      join.onRef('narration.novel_id', '=', 'n.id').on('narration.narration', '=', true),
    )
    .select([
      'n.id',
      'n.name',
      'n.genre',
      'n.state',
      'n.state_before_bin',
      'n.binned_at',
      'n.sync_data',
      'n.chapter_count',
      'n.marked_chapter_count',
      'n.word_count',
      'n.role_count',
      'n.created_at',
      'n.edited_at',
      'm.flags',
      'm.topped_at',
      'editor.name as editor_name',
      'narration.crew_number as narrator',
    ]);

/** A novel's row as one of its members sees it. */
export type NovelRow = Awaited<ReturnType<typeof findNovel>>;

export const findNovel = (trx: Trx, userId: string, novelId: string) =>
  novelRows(trx, userId).where('n.id', '=', novelId).executeTakeFirstOrThrow();

/** The novels that a user created, topped first. */
export function listCreated(
  trx: Trx,
  userId: string,
  filter: {
    name?: string | undefined;
    genre?: string | undefined;
    finished?: boolean | undefined;
    binned: boolean;
    byEdit: boolean;
    ascending: boolean;
  },
) {
  let query = novelRows(trx, userId).where('n.creator_id', '=', userId);
  query = filter.binned ? query.where('n.state', '=', 'binned') : query.where('n.state', '!=', 'binned');
  if (filter.name !== undefined && filter.name !== '')
    query = query.where(sql<boolean>`position(lower(${filter.name}) in lower(n.name)) > 0`);
  if (filter.genre !== undefined) query = query.where('n.genre', '=', filter.genre);
  if (filter.finished !== undefined)
    query = query.where('n.state', '=', filter.finished ? 'finished' : 'normal');
  const direction = filter.ascending ? 'asc' : 'desc';
  return query
    .orderBy(sql`m.topped_at desc nulls last`)
    .orderBy(filter.byEdit ? 'n.edited_at' : 'n.created_at', direction)
    .orderBy('n.id', direction)
    .limit(2000)
    .execute();
}

/** Creates a novel with its creator as the first member. */
export async function insertNovel(
  trx: Trx,
  novel: { name: string; genre: string | null; creatorId: string; flags: string },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('novels')
    .values({
      id,
      name: novel.name,
      genre: novel.genre,
      creator_id: novel.creatorId,
      edited_by: novel.creatorId,
    })
    .execute();
  await trx
    .insertInto('novel_members')
    .values({ novel_id: id, user_id: novel.creatorId, flags: novel.flags, confirmed: true })
    .execute();
  return id;
}

export const updateNovel = (trx: Trx, novelId: string, change: { name: string; genre?: string | null }) =>
  trx
    .updateTable('novels')
    .set({ ...change, edited_at: sql<Date>`now()` })
    .where('id', '=', novelId)
    .execute();

export const setFinished = (trx: Trx, novelId: string, finished: boolean) =>
  trx
    .updateTable('novels')
    .set({ state: finished ? 'finished' : 'normal' })
    .where('id', '=', novelId)
    .where('state', '!=', 'binned')
    .execute();

/** Moves to the bin and remembers the state; a second time changes nothing. */
export const binNovel = (trx: Trx, novelId: string) =>
  trx
    .updateTable('novels')
    .set({
      state_before_bin: sql<'normal' | 'finished'>`state`,
      state: 'binned',
      binned_at: sql<Date>`now()`,
    })
    .where('id', '=', novelId)
    .where('state', '!=', 'binned')
    .execute();

export const restoreNovel = (trx: Trx, novelId: string) =>
  trx
    .updateTable('novels')
    .set({
      state: sql<'normal' | 'finished'>`coalesce(state_before_bin, 'normal')`,
      state_before_bin: null,
      binned_at: null,
    })
    .where('id', '=', novelId)
    .where('state', '=', 'binned')
    .execute();

/** The blobs that only this novel uses. */
export async function blobKeysOf(trx: Trx, novelId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('speech_segments')
    .select('blob_key')
    .distinct()
    .where('novel_id', '=', novelId)
    .union(trx.selectFrom('imports').select('blob_key').where('novel_id', '=', novelId))
    .union(
      trx
        .selectFrom('exports')
        .select(sql<string>`blob_key`.as('blob_key'))
        .where('novel_id', '=', novelId)
        .where('blob_key', 'is not', null),
    )
    .execute();
  return rows.map((row) => row.blob_key);
}

export const deleteNovel = (trx: Trx, novelId: string) =>
  trx.deleteFrom('novels').where('id', '=', novelId).where('state', '=', 'binned').execute();

export const setTopped = (trx: Trx, userId: string, novelId: string, topped: boolean) =>
  trx
    .updateTable('novel_members')
    .set({ topped_at: topped ? sql<Date>`now()` : null })
    .where('novel_id', '=', novelId)
    .where('user_id', '=', userId)
    .execute();
