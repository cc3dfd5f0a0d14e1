import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import type { EngineRegistry } from './engine-registry.ts';
import type { ItemProgress } from './item-progress.ts';
import { holdItem, insertSegments, noteProgress } from './item-run.store.ts';
import type { ItemRun, StoredSegment } from './item-run.store.ts';
import { LineFailed, renderLine } from './render-line.ts';
import type { PlannedLine } from './speaking-plan.ts';
import { sampleBytes, soundRate } from './stored-sound.ts';

/** The run no longer holds its item: it was cancelled, or another run took over. Nothing of it may be stored. */
export class RunLost extends Error {}

/** Lines and milliseconds after which what was rendered is stored: a kill costs at most this much work. */
const batchLines = 8;
const batchMs = 2000;

/** Lines under way at once: the engine holds two, the others are levelled and stored meanwhile. */
const linesAhead = 4;

interface Batch {
  readonly since: number;
  readonly hashes: string[];
  readonly sounds: Buffer[];
}

interface Rendering {
  readonly line: PlannedLine;
  readonly sound: Promise<Buffer>;
}

const newBatch = (): Batch => ({ since: Date.now(), hashes: [], sounds: [] });

/**
 * Renders lines in order and stores them in batches: each batch is one blob, then one transaction. Lines
 * rendered before a failing one are stored before the failure is thrown.
 * @throws LineFailed when the engine gives a line up or the worker stops (then its failure is CANCELLED)
 * @throws RunLost
 */
export async function renderMissing(
  services: { readonly blobs: BlobStore; readonly engines: EngineRegistry },
  context: JobContext,
  run: ItemRun,
  missing: readonly PlannedLine[],
  progress: ItemProgress,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  let batch = newBatch();
  let storing = Promise.resolve();
  /** Waits for the batch before; the next line is being spoken all the while. */
  const flush = async (): Promise<void> => {
    await storing;
    if (batch.hashes.length === 0) return;
    const full = batch;
    batch = newBatch();
    storing = storeBatch(services.blobs, context.db, run, full, progress);
    storing.catch(() => undefined);
  };
  try {
    for await (const { line, sound } of inOrder(services.engines, missing, signal)) {
      batch.hashes.push(line.hash);
      batch.sounds.push(sound);
      if (batch.hashes.length >= batchLines || Date.now() - batch.since >= batchMs) await flush();
    }
    await flush();
    await storing;
  } catch (error) {
    stop.abort();
    if (error instanceof LineFailed) await flush();
    // Nothing of the run goes on after it has ended; a batch that cannot be stored outweighs a line.
    await storing;
    throw error;
  }
}

/** Speaks lines a little ahead of whoever takes them. */
async function* inOrder(
  engines: EngineRegistry,
  lines: readonly PlannedLine[],
  signal: AbortSignal,
): AsyncGenerator<{ line: PlannedLine; sound: Buffer }, void, undefined> {
  const ahead: Rendering[] = [];
  let next = 0;
  for (;;) {
    for (let line = lines[next]; line !== undefined && ahead.length < linesAhead; line = lines[next]) {
      const sound = renderLine(engines, line, signal);
      // It is awaited in its turn; until then its failure must not count as unhandled.
      sound.catch(() => undefined);
      ahead.push({ line, sound });
      next += 1;
    }
    const first = ahead.shift();
    if (first === undefined) return;
    yield { line: first.line, sound: await first.sound };
  }
}

async function storeBatch(
  blobs: BlobStore,
  db: Db,
  run: ItemRun,
  batch: Batch,
  progress: ItemProgress,
): Promise<void> {
  const blobKey = `speech/${run.novelId}/${newId()}`;
  await blobs.put(blobKey, Buffer.concat(batch.sounds));
  let byteOffset = 0;
  const segments = batch.hashes.map((hash, index): StoredSegment => {
    const bytes = batch.sounds[index]?.length ?? 0;
    const segment = { hash, blobKey, byteOffset, samples: bytes / sampleBytes, sampleRate: soundRate };
    byteOffset += bytes;
    return segment;
  });
  try {
    await inTransaction(db, async (trx) => {
      if (!(await holdItem(trx, run))) throw new RunLost();
      const newlyRendered = await insertSegments(trx, run.novelId, segments);
      await noteProgress(trx, run, { ...progress.countWith(batch.hashes), newlyRendered });
    });
  } catch (error) {
    // Only then is it certain that no row names the blob; after a broken connection one might.
    if (error instanceof RunLost) await blobs.remove(blobKey);
    throw error;
  }
  progress.keep(batch.hashes);
  await progress.tell('running');
}
