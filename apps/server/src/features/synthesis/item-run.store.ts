import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { ItemRow, TaskRow } from './synthesis.store.ts';

/** A task's item that one run of the job holds: writes name the run, so that an older run writes nothing. */
export interface ItemRun {
  readonly runId: string;
  readonly itemId: string;
  readonly taskId: string;
  readonly novelId: string;
  readonly chapterId: string;
}

/** The item with its task, both locked: the task first, as everywhere. */
export async function lockItem(trx: Trx, itemId: string): Promise<{ task: TaskRow; item: ItemRow } | null> {
  const task = await trx
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('task_items').select('task_id').where('id', '=', itemId))
    .forUpdate()
    .executeTakeFirst();
  if (!task) return null;
  const item = await trx
    .selectFrom('task_items as i')
    .innerJoin('chapters as c', 'c.id', 'i.chapter_id')
    .selectAll('i')
    .select('c.name as chapter_name')
    .where('i.id', '=', itemId)
    .executeTakeFirst();
  return item ? { task, item } : null;
}

/** Gives the item to a run; whatever an older run still does is refused from now on. */
export async function claimItem(trx: Trx, run: ItemRun): Promise<void> {
  await trx
    .updateTable('task_items')
    .set({ state: 'running', run_id: run.runId, message: null })
    .where('id', '=', run.itemId)
    .execute();
}

/** Locks the item for its run; false when the run has lost it (cancelled, or taken over by another run). */
export async function holdItem(trx: Trx, run: ItemRun): Promise<boolean> {
  const held = await trx
    .selectFrom('task_items')
    .select('id')
    .where('id', '=', run.itemId)
    .where('run_id', '=', run.runId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Notes how far the run is. Needs {@link holdItem}. */
export async function noteProgress(
  trx: Trx,
  run: ItemRun,
  progress: { lineCount: number; doneCount: number; newlyRendered: number },
): Promise<void> {
  await trx
    .updateTable('task_items')
    .set((eb) => ({
      line_count: progress.lineCount,
      done_count: progress.doneCount,
      rendered_count: eb('rendered_count', '+', progress.newlyRendered),
    }))
    .where('id', '=', run.itemId)
    .execute();
}

/** Ends a run's item; false when the run has lost it. */
export async function endItem(
  trx: Trx,
  run: ItemRun,
  end: { state: 'done'; versionId: string; doneCount: number } | { state: 'failed'; message: string },
): Promise<boolean> {
  const set =
    end.state === 'done'
      ? { version_id: end.versionId, done_count: end.doneCount, message: null }
      : { message: end.message };
  const updated = await trx
    .updateTable('task_items')
    .set({ state: end.state, run_id: null, ...set })
    .where('id', '=', run.itemId)
    .where('run_id', '=', run.runId)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** A rendered sound in a stored blob. */
export interface StoredSegment {
  readonly hash: string;
  readonly blobKey: string;
  readonly byteOffset: number;
  readonly samples: number;
  readonly sampleRate: number;
}

/** Adds sounds to the novel's cache; answers how many were new. */
export async function insertSegments(
  trx: Trx,
  novelId: string,
  segments: readonly StoredSegment[],
): Promise<number> {
  // In one order everywhere, so that two chapters with the same lines never wait for each other.
  const ordered = segments.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const rows = await trx
    .insertInto('speech_segments')
    .values(
      ordered.map((segment) => ({
        novel_id: novelId,
        hash: segment.hash,
        blob_key: segment.blobKey,
        byte_offset: segment.byteOffset,
        samples: segment.samples,
        sample_rate: segment.sampleRate,
      })),
    )
    .onConflict((oc) => oc.columns(['novel_id', 'hash']).doNothing())
    .returning('hash')
    .execute();
  return rows.length;
}

/** Where the sounds of a novel's cache lie; missing ones are left out. */
export async function findSegments(
  db: Db | Trx,
  novelId: string,
  hashes: readonly string[],
): Promise<Map<string, StoredSegment>> {
  const rows = await db
    .selectFrom('speech_segments')
    .select([
      'hash',
      'blob_key as blobKey',
      'byte_offset as byteOffset',
      'samples',
      'sample_rate as sampleRate',
    ])
    .where('novel_id', '=', novelId)
    .where('hash', '=', sql<string>`any(${hashes})`)
    .execute();
  return new Map(rows.map((row) => [row.hash, row]));
}
