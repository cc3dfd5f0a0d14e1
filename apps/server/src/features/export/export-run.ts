import { createWriteStream, promises as fs } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fromPcm16 } from '@huaben/sound';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Trx } from '../../platform/db/database.ts';
import { encodeMp3, muxM4b } from '../../platform/encoding/index.ts';
import { newId } from '../../platform/ids.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { publishPassing } from '../../platform/outbox/live.ts';
import { recordIn } from '../../platform/outbox/outbox.ts';
import { SoundGone, soundRate, spokenChapters, versionSound } from '../synthesis/index.ts';
import type { SpokenChapter } from '../synthesis/index.ts';
import * as store from './export.store.ts';
import type { ExportJobRow } from './export.store.ts';

/** What the job of an export needs beside the database. */
export interface ExportServices {
  readonly blobs: BlobStore;
  readonly dataDir: string;
}

/** Bit rates of one voice without music, in kbit/s. */
const kbps = { mp3: 96, m4b: 64 } as const;

/** How often the record and the screens learn how far it is, in milliseconds. */
const noteEveryMs = 500;

/** The run no longer holds its export: cancelled, or another run took over. */
class RunLost extends Error {}

interface Run {
  readonly runId: string;
  readonly row: ExportJobRow;
  readonly chapters: readonly SpokenChapter[];
  /** Lines of all chapters. */
  readonly total: number;
}

/**
 * Makes the file of an export and stores it; an export that has ended is left alone.
 * @throws Error when the queue should try again
 */
export async function runExport(
  services: ExportServices,
  context: JobContext,
  exportId: string,
): Promise<void> {
  const { db, log } = context;
  const run = await inTransaction(db, (trx) => claim(trx, exportId));
  if (!run) return;
  const folder = path.join(services.dataDir, 'tmp');
  const file = path.join(folder, `export-${exportId}-${run.runId}.${run.row.format}`);
  try {
    await fs.mkdir(folder, { recursive: true });
    await removeLeftovers(folder, `export-${exportId}-`);
    await makeFile(services, context, run, file);
    await keepFile(services, context, run, file);
  } catch (error) {
    if (error instanceof RunLost) return;
    if (error instanceof SoundGone) {
      return await fail(context, run, '导出时章节的音频被删除或替换了，请重新导出');
    }
    if (!context.lastAttempt) throw error;
    log.error({ event: 'export.failed', exportId, err: error });
    await fail(context, run, '导出时服务器出错，请稍后重新导出');
  } finally {
    await fs.rm(file, { force: true });
  }
}

/** Removes what a killed run of the same export has left. */
async function removeLeftovers(folder: string, prefix: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (name.startsWith(prefix)) await fs.rm(path.join(folder, name), { force: true });
  }
}

async function claim(trx: Trx, exportId: string): Promise<Run | null> {
  const row = await store.lockForJob(trx, exportId);
  if (!row || (row.state !== 'waiting' && row.state !== 'running')) return null;
  const chapters = await spokenChapters(trx, row.novel_id, row.chapter_id);
  const total = chapters.reduce((sum, chapter) => sum + chapter.lineCount, 0);
  const runId = newId();
  await store.claim(trx, exportId, runId, total);
  return { runId, row, chapters, total };
}

async function makeFile(
  { blobs }: ExportServices,
  context: JobContext,
  run: Run,
  file: string,
): Promise<void> {
  const { row, chapters } = run;
  const [first] = chapters;
  if (!first) throw new SoundGone();
  const { signal } = context;
  const count = lineCounter(context, run);
  const soundOf = async function* (chapter: SpokenChapter): AsyncGenerator<Float32Array> {
    for await (const line of versionSound(context.db, blobs, row.novel_id, chapter.versionId)) {
      yield fromPcm16(line);
      await count();
    }
  };
  const sampleRate = soundRate;
  if (row.format === 'mp3') {
    const tags = { title: first.name, album: row.novel_name, artist: row.author };
    const mp3 = encodeMp3(soundOf(first), { sampleRate, kbps: kbps.mp3, tags, signal });
    await pipeline(Readable.from(mp3), createWriteStream(file));
  } else {
    const book = chapters.map((chapter) => ({ title: chapter.name, audio: soundOf(chapter) }));
    const settings = { title: row.novel_name, author: row.author, sampleRate, kbps: kbps.m4b, signal };
    await muxM4b(book, settings, file);
  }
}

/** Counts encoded lines; now and then notes the count, learning that way whether the run still counts. */
function lineCounter({ db, log }: JobContext, { runId, row, total }: Run): () => Promise<void> {
  let done = 0;
  let notedAt = 0;
  return async () => {
    done += 1;
    if (Date.now() - notedAt < noteEveryMs) return;
    notedAt = Date.now();
    if (!(await store.noteDone(db, row.id, runId, done))) throw new RunLost();
    const data = {
      exportId: row.id,
      productId: row.novel_id,
      state: 'running' as const,
      done,
      total,
      message: null,
    };
    try {
      await publishPassing(db, { userId: row.user_id }, 'exportProgress', data);
    } catch (error) {
      // Nobody needs a progress notice as much as the work needs to go on.
      log.warn({ event: 'export.progress', exportId: row.id, err: error });
    }
  };
}

async function keepFile(
  { blobs }: ExportServices,
  { db }: JobContext,
  run: Run,
  file: string,
): Promise<void> {
  const { row, runId, total } = run;
  if (!(await store.noteDone(db, row.id, runId, total))) throw new RunLost();
  const blobKey = `export/${row.novel_id}/${newId()}`;
  const { bytes } = await blobs.putFile(blobKey, file);
  try {
    await inTransaction(db, async (trx) => {
      const outcome = { state: 'done', blobKey, bytes, done: total } as const;
      if (!(await store.end(trx, row.id, runId, outcome))) throw new RunLost();
      await recordEnd(trx, row, 'done');
    });
  } catch (error) {
    // Only then is it certain that no row names the blob.
    if (error instanceof RunLost) await blobs.remove(blobKey);
    throw error;
  }
}

async function fail({ db }: JobContext, { row, runId }: Run, message: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (await store.end(trx, row.id, runId, { state: 'failed', message }))
      await recordEnd(trx, row, 'failed');
  });
}

const recordEnd = (trx: Trx, row: ExportJobRow, state: 'done' | 'failed'): Promise<void> =>
  recordIn(trx)('export.finished', { novelId: row.novel_id, exportId: row.id, userId: row.user_id, state });
