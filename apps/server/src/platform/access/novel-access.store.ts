import { sql } from 'kysely';
import type { NovelAccess } from '@huaben/domain';
import type { Trx } from '../db/database.ts';

/** Where the rows that a rule judges are found: each id leads to its novel through its parents. */
const paths = {
  productId: sql`select id as key, id as novel_id from novels`,
  productIds: sql`select id as key, id as novel_id from novels`,
  chapterId: sql`select id as key, novel_id from chapters where deleted_at is null`,
  chapterIds: sql`select id as key, novel_id from chapters where deleted_at is null`,
  roleIds: sql`select id as key, novel_id from roles`,
  taskId: sql`select id as key, novel_id from tasks`,
  itemId: sql`select task_items.id as key, tasks.novel_id from task_items join tasks on tasks.id = task_items.task_id`,
  versionId: sql`select audio_versions.id as key, chapters.novel_id from audio_versions join chapters on chapters.id = audio_versions.chapter_id where chapters.deleted_at is null`,
  importId: sql`select id as key, novel_id from imports`,
  exportIds: sql`select id as key, novel_id from exports`,
  markingTaskIds: sql`select id as key, novel_id from marking_tasks`,
  chapterUrlId: sql`select r.id as key, c.novel_id from chapter_revisions r join chapters c on c.id = r.chapter_id where c.deleted_at is null and r.number is not null`,
} as const;

/** One found id with its novel and the actor's membership. */
export type AccessRow = NovelAccess & { readonly key: string };

/** Loads, for each id that exists, its novel and the actor's confirmed permission string. */
export async function loadNovelAccess(
  trx: Trx,
  userId: string,
  by: keyof typeof paths,
  ids: readonly string[],
): Promise<AccessRow[]> {
  const result = await sql<AccessRow>`
    select found.key, n.id as "novelId", n.name as "novelName", n.state, m.flags
    from (${paths[by]}) found
    join novels n on n.id = found.novel_id
    left join novel_members m on m.novel_id = n.id and m.user_id = ${userId} and m.confirmed
    where found.key = any(${ids})`.execute(trx);
  return result.rows;
}
