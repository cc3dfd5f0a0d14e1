import { finishedTaskState } from '@huaben/domain';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredSpokenLine } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { recordIn } from '../../platform/outbox/outbox.ts';
import { insertCurrentVersion, lockSound } from './audio-version.store.ts';
import type { EngineRegistry } from './engine-registry.ts';
import { itemProgress } from './item-progress.ts';
import * as runs from './item-run.store.ts';
import type { ItemRun } from './item-run.store.ts';
import { LineFailed } from './render-line.ts';
import { renderMissing, RunLost } from './render-missing.ts';
import { distinctSounds, speakersWithoutVoice, speakingPlan } from './speaking-plan.ts';
import type { PlannedLine } from './speaking-plan.ts';
import { soundRate } from './stored-sound.ts';
import * as store from './synthesis.store.ts';
import type { TaskRow } from './synthesis.store.ts';

/** What the job of an item needs beside the database. */
export interface ItemServices {
  readonly blobs: BlobStore;
  readonly engines: EngineRegistry;
}

/** A segment that vanishes between rendering and the version (its chapter's audio was deleted) is rendered again. */
const mostRounds = 3;

/** Why an item cannot be done, in the user's words. */
class ItemRefused extends Error {}

/** Names the line by its first characters: shown to the user, never logged. */
function messageOf({ line, failure }: LineFailed): string {
  if (failure.code === 'ENGINE_MISSING') return failure.userMessage;
  const start = [...line.text];
  return `台词「${start.slice(0, 10).join('')}${start.length > 10 ? '…' : ''}」没能合成：${failure.userMessage}`;
}

/**
 * Renders one chapter of a task and makes its new audio version. Running again continues where the
 * stored lines end; an item that is done, failed or cancelled is left alone.
 * @throws Error when the queue should try again: the worker is stopping, or something else than the engine failed
 */
export async function runItem(services: ItemServices, context: JobContext, itemId: string): Promise<void> {
  const { db, log } = context;
  const run = await inTransaction(db, (trx) => claim(trx, itemId));
  if (!run) return;
  try {
    await speakChapter(services, context, run);
  } catch (error) {
    if (error instanceof RunLost) return;
    if (error instanceof ItemRefused) return fail(context, run, error.message);
    if (error instanceof LineFailed && error.failure.code !== 'CANCELLED') {
      log.warn({ event: 'synthesis.line_failed', itemId, code: error.failure.code });
      return fail(context, run, messageOf(error));
    }
    if (context.lastAttempt) {
      log.error({ event: 'synthesis.item_failed', itemId, err: error });
      return fail(context, run, '合成时服务器出错，已完成的台词都保留着；请点「重做」继续');
    }
    throw error;
  }
}

async function claim(trx: Trx, itemId: string): Promise<ItemRun | null> {
  const found = await runs.lockItem(trx, itemId);
  if (!found) return null;
  const { task, item } = found;
  if (task.state !== 'queued' && task.state !== 'running') return null;
  if (item.state !== 'waiting' && item.state !== 'running') return null;
  const run: ItemRun = {
    runId: newId(),
    itemId,
    taskId: task.id,
    novelId: task.novel_id,
    chapterId: item.chapter_id,
  };
  await runs.claimItem(trx, run);
  if (task.state === 'queued') await store.setTaskState(trx, task.id, 'running', false);
  return run;
}

async function speakChapter(services: ItemServices, context: JobContext, run: ItemRun): Promise<void> {
  const { db } = context;
  const { revisionId, lines } = await loadPlan(services, context, run);
  const progress = itemProgress(context, run, lines);
  for (let round = 1; ; round++) {
    const cached = await store.cachedHashes(
      db,
      run.novelId,
      lines.map((line) => line.hash),
    );
    progress.keep(cached);
    await inTransaction(db, async (trx) => {
      if (!(await runs.holdItem(trx, run))) throw new RunLost();
      await runs.noteProgress(trx, run, { ...progress.countWith([]), newlyRendered: 0 });
    });
    await progress.tell('running');
    const missing = distinctSounds(lines).filter((line) => !cached.has(line.hash));
    await renderMissing(services, context, run, missing, progress);
    const finished = await inTransaction(db, (trx) => finish(trx, run, revisionId, lines));
    if (finished) return progress.tell('done');
    if (round === mostRounds) throw new Error('segments vanish while their chapter is being rendered');
  }
}

async function loadPlan(
  { engines }: ItemServices,
  { db }: JobContext,
  run: ItemRun,
): Promise<{ revisionId: string; lines: PlannedLine[] }> {
  const [chapter] = await store.loadChapterTexts(db, run.novelId, [run.chapterId]);
  if (!chapter) throw new ItemRefused('章节已被删除');
  const cast = await store.loadCast(db, run.novelId);
  const lines = speakingPlan(chapter.html, cast);
  if (lines.length === 0) throw new ItemRefused('章节没有可以合成的文字');
  const mute = speakersWithoutVoice(lines, cast, (voiceId) => engines.resolve(voiceId) !== null);
  if (mute.length > 0) {
    const names = mute.map((role) => `「${role.name}」`).join('、');
    throw new ItemRefused(`${names}没有可用的音色，请选择音色后重做`);
  }
  return { revisionId: chapter.revisionId, lines };
}

/** Makes the version and ends the item; false when a segment is gone and must be rendered again. */
async function finish(
  trx: Trx,
  run: ItemRun,
  revisionId: string,
  lines: readonly PlannedLine[],
): Promise<boolean> {
  const held = await runs.lockItem(trx, run.itemId);
  if (!held) throw new RunLost();
  await lockSound(trx, run.novelId);
  const segments = await runs.findSegments(
    trx,
    run.novelId,
    lines.map((line) => line.hash),
  );
  const spoken: StoredSpokenLine[] = [];
  let at = 0;
  for (const { hash, lineId, roleId, paragraph, from, to, gapAfterMs } of lines) {
    const segment = segments.get(hash);
    if (!segment) return false;
    const gapSamples = Math.round((gapAfterMs / 1000) * soundRate);
    const { samples } = segment;
    spoken.push({ hash, lineId, roleId, paragraph, from, to, startSample: at, samples, gapSamples });
    at += samples + gapSamples;
  }
  const versionId = newId();
  if (!(await runs.endItem(trx, run, { state: 'done', versionId, doneCount: lines.length })))
    throw new RunLost();
  await insertCurrentVersion(trx, {
    id: versionId,
    chapterId: run.chapterId,
    revisionId,
    taskItemId: run.itemId,
    sampleRate: soundRate,
    samples: at,
    lines: spoken,
  });
  await afterItem(trx, run, held.task, 'done');
  return true;
}

async function fail({ db }: JobContext, run: ItemRun, message: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const held = await runs.lockItem(trx, run.itemId);
    if (!held || !(await runs.endItem(trx, run, { state: 'failed', message }))) return;
    await afterItem(trx, run, held.task, 'failed');
  });
}

/** Tells of the item's end, and of the task's when it was the last. */
async function afterItem(trx: Trx, run: ItemRun, task: TaskRow, state: 'done' | 'failed'): Promise<void> {
  const record = recordIn(trx);
  const { novelId, taskId, itemId, chapterId } = run;
  await record('synthesis.item-finished', { novelId, taskId, itemId, chapterId, state });
  const items = await store.loadItems(trx, [taskId]);
  // Chapters with nothing to speak were left out from the start and do not make a task partial.
  const states = items.map((item) => item.state).filter((itemState) => itemState !== 'skipped');
  const end = finishedTaskState(states);
  if (end === null) return;
  await store.setTaskState(trx, taskId, end, true);
  const names = items.map((item) => item.chapter_name).slice(0, namesInNotice);
  await record('synthesis.task-finished', { novelId, taskId, userId: task.user_id, state: end, names });
}

/** A notice names at most so many chapters. */
const namesInNotice = 20;
