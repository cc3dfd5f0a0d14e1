import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Database, StoredSpokenLine } from '../../platform/db/schema.ts';

export type VersionRow = Selectable<Database['audio_versions']>;
/** A version without its lines, which are many. */
export type VersionHead = Omit<VersionRow, 'lines'> & { readonly line_count: number };

/**
 * Lets one transaction at a time change which sounds the versions of a novel use: a version must not
 * come to stand on a segment that a deletion is about to take away.
 */
export async function lockSound(trx: Trx, novelId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('speech:' || ${novelId}, 0))`.execute(trx);
}

const headOf = (db: Db | Trx) =>
  db
    .selectFrom('audio_versions')
    .select([
      'id',
      'chapter_id',
      'revision_id',
      'task_item_id',
      'number',
      'current',
      'sample_rate',
      'samples',
      'created_at',
      sql<number>`jsonb_array_length(lines)`.as('line_count'),
    ]);

/** A chapter's versions, newest first. */
export const listVersionHeads = (db: Db | Trx, chapterId: string): Promise<VersionHead[]> =>
  headOf(db).where('chapter_id', '=', chapterId).orderBy('number', 'desc').execute();

/** One version by id without its lines. */
export const findVersionHead = (db: Db | Trx, versionId: string): Promise<VersionHead | undefined> =>
  headOf(db).where('id', '=', versionId).executeTakeFirst();

/** A version of a chapter of the novel. */
export const findVersion = (
  db: Db | Trx,
  novelId: string,
  versionId: string,
): Promise<VersionRow | undefined> =>
  db
    .selectFrom('audio_versions as v')
    .innerJoin('chapters as c', 'c.id', 'v.chapter_id')
    .selectAll('v')
    .where('v.id', '=', versionId)
    .where('c.novel_id', '=', novelId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();

/** The version of a chapter that is played and exported. */
export const findCurrentVersion = (db: Db | Trx, chapterId: string): Promise<VersionRow | undefined> =>
  db
    .selectFrom('audio_versions')
    .selectAll()
    .where('chapter_id', '=', chapterId)
    .where('current', '=', true)
    .executeTakeFirst();

/** Adds the chapter's next version and makes it the current one. Needs {@link lockSound}. */
export async function insertCurrentVersion(
  trx: Trx,
  version: {
    id: string;
    chapterId: string;
    revisionId: string;
    taskItemId: string | null;
    sampleRate: number;
    samples: number;
    lines: readonly StoredSpokenLine[];
  },
): Promise<void> {
  const chapter = version.chapterId;
  await trx.updateTable('audio_versions').set({ current: false }).where('chapter_id', '=', chapter).execute();
  const last = await trx
    .selectFrom('audio_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('chapter_id', '=', chapter)
    .executeTakeFirst();
  await trx
    .insertInto('audio_versions')
    .values({
      id: version.id,
      chapter_id: chapter,
      revision_id: version.revisionId,
      task_item_id: version.taskItemId,
      number: (last?.number ?? 0) + 1,
      current: true,
      sample_rate: version.sampleRate,
      samples: version.samples,
      lines: JSON.stringify(version.lines),
    })
    .execute();
}

/**
 * Removes the versions of a chapter and the segments that only they used; answers the blobs to which no
 * segment refers any more. Needs {@link lockSound}.
 */
export async function deleteVersions(trx: Trx, novelId: string, chapterId: string): Promise<string[]> {
  const { rows } = await sql<{ blob_key: string }>`
    with gone as (
      delete from audio_versions where chapter_id = ${chapterId} returning lines
    ), used as (
      select distinct line ->> 'hash' as hash from gone, jsonb_array_elements(lines) line
    ), needed as (
      select distinct line ->> 'hash' as hash
      from chapters c
      join audio_versions v on v.chapter_id = c.id, jsonb_array_elements(v.lines) line
      where c.novel_id = ${novelId} and c.id <> ${chapterId}
    )
    delete from speech_segments s
    using used
    where s.novel_id = ${novelId} and s.hash = used.hash and not exists (select from needed where needed.hash = s.hash)
    returning s.blob_key`.execute(trx);
  await trx
    .updateTable('task_items')
    .set({ version_id: null })
    .where('chapter_id', '=', chapterId)
    .where('version_id', 'is not', null)
    .execute();
  const touched = [...new Set(rows.map((row) => row.blob_key))];
  const kept = await blobsInUse(trx, novelId, touched);
  return touched.filter((key) => !kept.has(key));
}

/** Which of the blobs some segment of the novel refers to. */
export async function blobsInUse(
  db: Db | Trx,
  novelId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('speech_segments')
    .select('blob_key')
    .distinct()
    .where('novel_id', '=', novelId)
    .where('blob_key', '=', sql<string>`any(${keys})`)
    .execute();
  return new Set(rows.map((row) => row.blob_key));
}

/** A chapter that can be played and exported, with its current version. */
export interface SpokenChapter {
  readonly chapterId: string;
  readonly name: string;
  readonly versionId: string;
  readonly lineCount: number;
}

/** The chapters of a novel that have a current version, in reading order; only the given one if any is given. */
export function spokenChapters(
  db: Db | Trx,
  novelId: string,
  chapterId: string | null,
): Promise<SpokenChapter[]> {
  let query = db
    .selectFrom('chapters as c')
    .innerJoin('audio_versions as v', 'v.chapter_id', 'c.id')
    .select([
      'c.id as chapterId',
      'c.name',
      'v.id as versionId',
      sql<number>`jsonb_array_length(v.lines)`.as('lineCount'),
    ])
    .where('c.novel_id', '=', novelId)
    .where('c.deleted_at', 'is', null)
    .where('v.current', '=', true);
  if (chapterId !== null) query = query.where('c.id', '=', chapterId);
  return query.orderBy('c.position').orderBy('c.id').execute();
}
