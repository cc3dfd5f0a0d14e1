import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildUser, refusalOf } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { SpeechEngineError } from '../../platform/speech/index.ts';
import { createEngineRegistry } from './engine-registry.ts';
import { runItem } from './item-run.ts';
import { buildStage, rewrite, startTask, synthesise, toneEngine } from './synthesis.testing.ts';
import type { Stage } from './synthesis.testing.ts';

const tone = toneEngine();
let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await buildApp({ engines: [tone.engine] });
  user = await buildUser(test);
});
afterAll(() => test.close());
afterEach(() => {
  tone.behaviour.before = () => undefined;
});

const linesOfText = Array.from({ length: 30 }, (_, index) => `第${index}句话在这里。`);

/** How long something that happens soon may take on a busy machine. */
const patience = { timeout: 15_000 };

/** A stage of 30 narrated lines: several batches. */
async function longStage(): Promise<Stage> {
  const stage = await buildStage(user);
  await rewrite(user, stage.chapterId, linesOfText.map((text) => `<p>${text}</p>`).join(''));
  return stage;
}

/** Lets failed jobs run at once instead of after their pause; the queue notes a failure a little after it. */
const jobsAgain = async (): Promise<void> => {
  const locked = async (): Promise<number> => {
    const { rows } = await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(
      test.db,
    );
    return rows.length;
  };
  await expect.poll(locked, patience).toBe(0);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db);
  await test.runJobs();
};

/** Dies like a killed process at the nth line from now: what is not stored by then is lost. */
function dieAt(count: number): void {
  let left = count;
  tone.behaviour.before = () => {
    left -= 1;
    if (left === 0) throw new Error('killed');
  };
}

const detail = (taskId: string) => user.api.synthesis.taskDetail({ taskId });

it('continues after a kill: every stored line was spoken once and is counted once', async () => {
  const stage = await longStage();
  const { id } = await startTask(user, stage.novelId, [stage.chapterId]);
  dieAt(21);
  await test.runJobs();
  const first = (await detail(id)).items[0];
  const stored = first?.doneCount ?? 0;
  expect(first).toMatchObject({ state: 'running', lineCount: 30, renderedCount: stored });
  // Twenty lines came back; less than a batch of eight may be lost.
  expect(stored).toBeGreaterThan(12);
  const firstKill = tone.spoken.length;
  dieAt(9);
  await jobsAgain();
  const second = (await detail(id)).items[0];
  const storedMore = second?.doneCount ?? 0;
  expect(second).toMatchObject({ state: 'running', renderedCount: storedMore });
  expect(storedMore).toBeGreaterThan(stored);
  const secondKill = tone.spoken.length;
  tone.behaviour.before = () => undefined;
  await jobsAgain();
  expect(await detail(id)).toMatchObject({
    state: 'done',
    items: [{ state: 'done', doneCount: 30, renderedCount: 30, message: null }],
  });
  expect(tone.spoken[firstKill]).toBe(linesOfText[stored]);
  expect(tone.spoken.slice(secondKill)).toEqual(linesOfText.slice(storedMore));
  const { list, stale } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
  expect([list.length, stale]).toEqual([1, false]);
});

it('does nothing when a finished item is run again', async () => {
  const stage = await buildStage(user);
  const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
  const start = tone.spoken.length;
  const context = { db: test.db, log: test.services.log, attempt: 1, lastAttempt: false };
  const services = { blobs: test.blobs, engines: createEngineRegistry([tone.engine]) };
  await runItem(services, { ...context, signal: new AbortController().signal }, task.items[0]?.id ?? '');
  expect(tone.spoken.length).toBe(start);
  expect((await detail(task.id)).items).toEqual(task.items);
});

it('lets only the newest of two runs write', async () => {
  const stage = await longStage();
  const { id, items } = await startTask(user, stage.novelId, [stage.chapterId]);
  const itemId = items[0]?.id ?? '';
  let overtaken = false;
  tone.behaviour.before = async ({ text }) => {
    if (text !== linesOfText[10] || overtaken) return;
    overtaken = true;
    // While this run is at its tenth line, another one takes the item and brings it to the end.
    await runItem(
      { blobs: test.blobs, engines: createEngineRegistry([toneEngine().engine]) },
      {
        db: test.db,
        log: test.services.log,
        signal: new AbortController().signal,
        attempt: 2,
        lastAttempt: false,
      },
      itemId,
    );
  };
  await test.runJobs();
  expect(await detail(id)).toMatchObject({
    state: 'done',
    items: [{ state: 'done', doneCount: 30, renderedCount: 30 }],
  });
  const { list } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
  expect(list).toHaveLength(1);
});

it('stops soon when it is cancelled, and keeps what was stored for the next task', async () => {
  const stage = await longStage();
  const start = tone.spoken.length;
  const { id } = await startTask(user, stage.novelId, [stage.chapterId]);
  tone.behaviour.before = async ({ text }) => {
    if (text !== linesOfText[12]) return;
    const rendered = async () => (await detail(id)).items[0]?.renderedCount;
    await expect.poll(rendered, patience).toBeGreaterThan(0);
    await user.api.synthesis.cancelTask({ taskId: id });
  };
  await test.runJobs();
  expect(tone.spoken.length - start).toBeLessThan(30);
  const cancelled = await detail(id);
  expect(cancelled).toMatchObject({ state: 'cancelled', items: [{ state: 'skipped', versionId: null }] });
  expect((await user.api.synthesis.cancelTask({ taskId: id })).state).toBe('cancelled');
  const stored = cancelled.items[0]?.renderedCount ?? 0;
  expect(stored).toBeGreaterThan(0);
  tone.behaviour.before = () => undefined;
  const next = await synthesise(test, user, stage.novelId, [stage.chapterId]);
  expect(next.items).toMatchObject([{ doneCount: 30, renderedCount: 30 - stored }]);
});

it('tries a line again after a passing failure', async () => {
  const stage = await longStage();
  const { id } = await startTask(user, stage.novelId, [stage.chapterId]);
  let failures = 2;
  tone.behaviour.before = ({ text }) => {
    if (text !== linesOfText[5] || failures === 0) return;
    failures -= 1;
    throw new SpeechEngineError('CRASHED', '引擎退出了。');
  };
  await test.runJobs();
  expect((await detail(id)).items).toMatchObject([{ state: 'done', renderedCount: 30 }]);
});

it('names the line that cannot be spoken, keeps the others, and continues by a retry', async () => {
  const stage = await longStage();
  const { id, items } = await startTask(user, stage.novelId, [stage.chapterId]);
  tone.behaviour.before = ({ text }) => {
    if (text === linesOfText[11]) throw new SpeechEngineError('TEXT', '这句话无法朗读。');
  };
  await test.runJobs();
  const failed = await detail(id);
  expect(failed.state).toBe('failed');
  expect(failed.items).toMatchObject([
    { state: 'failed', renderedCount: 11, message: '台词「第11句话在这里。」没能合成：这句话无法朗读。' },
  ]);
  const itemId = items[0]?.id ?? '';
  const stranger = await buildUser(test);
  expect((await refusalOf(stranger.api.synthesis.retryItem({ itemId }))).refusal).toBe('NOT_ALLOWED');
  tone.behaviour.before = () => undefined;
  expect((await user.api.synthesis.retryItem({ itemId })).state).toBe('queued');
  expect((await user.api.synthesis.retryItem({ itemId })).state).toBe('queued');
  await test.runJobs();
  expect(await detail(id)).toMatchObject({
    state: 'done',
    items: [{ state: 'done', doneCount: 30, renderedCount: 30, message: null }],
  });
});

it('leaves a task partial when one of its chapters failed', async () => {
  const stage = await buildStage(user);
  const { id: second } = await user.api.chapter.addChapter({
    productId: stage.novelId,
    name: '坏的一章',
    text: '这句不行。',
  });
  tone.behaviour.before = ({ text }) => {
    if (text === '这句不行。') throw new SpeechEngineError('TEXT', '不行。');
  };
  const task = await synthesise(test, user, stage.novelId, [stage.chapterId, second]);
  expect(task.state).toBe('partial');
  expect(task.items.map((item) => item.state)).toEqual(['done', 'failed']);
});

it('fails with the reason when voices or the chapter went away before it ran', async () => {
  const stage = await buildStage(user);
  const { id } = await startTask(user, stage.novelId, [stage.chapterId]);
  await user.api.cast.setRoleVoice({
    productId: stage.novelId,
    id: 'noLine',
    timbre: '',
    rate: 1,
    pitch: 0,
  });
  await test.runJobs();
  expect((await detail(id)).items).toMatchObject([
    { state: 'failed', message: '「旁白」没有可用的音色，请选择音色后重做' },
  ]);
  const other = await buildStage(user);
  const next = await startTask(user, other.novelId, [other.chapterId]);
  await test.db
    .updateTable('chapters')
    .set({ deleted_at: new Date() })
    .where('id', '=', other.chapterId)
    .execute();
  await test.runJobs();
  expect((await detail(next.id)).items).toMatchObject([{ state: 'failed', message: '章节已被删除' }]);
});

it('gives a chapter up with a sentence when the queue gives its job up', async () => {
  const stage = await buildStage(user);
  const { id } = await startTask(user, stage.novelId, [stage.chapterId]);
  tone.behaviour.before = () => {
    throw new Error('something else broke');
  };
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(test.db);
  await test.runJobs();
  expect(await detail(id)).toMatchObject({
    state: 'failed',
    items: [{ state: 'failed', message: expect.stringContaining('重做') }],
  });
});

it('stores what it has when the worker stops, and asks to be run again', async () => {
  const stage = await longStage();
  const { id, items } = await startTask(user, stage.novelId, [stage.chapterId]);
  const stop = new AbortController();
  tone.behaviour.before = ({ text }) => {
    if (text === linesOfText[12]) stop.abort();
  };
  const stopped = runItem(
    { blobs: test.blobs, engines: createEngineRegistry([tone.engine]) },
    { db: test.db, log: test.services.log, signal: stop.signal, attempt: 1, lastAttempt: false },
    items[0]?.id ?? '',
  );
  await expect(stopped).rejects.toThrow();
  expect((await detail(id)).items).toMatchObject([{ state: 'running', renderedCount: 12 }]);
  await test.runJobs();
  expect((await detail(id)).items).toMatchObject([{ state: 'done', renderedCount: 30 }]);
});

it('renders again what a deletion took away while it was running', async () => {
  const stage = await longStage();
  await synthesise(test, user, stage.novelId, [stage.chapterId]);
  await rewrite(
    user,
    stage.chapterId,
    [...linesOfText, '最后再加一句。'].map((text) => `<p>${text}</p>`).join(''),
  );
  tone.behaviour.before = async ({ text }) => {
    if (text === '最后再加一句。') await user.api.synthesis.deleteAudio({ chapterId: stage.chapterId });
  };
  const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
  expect(task.items).toMatchObject([{ state: 'done', doneCount: 31, renderedCount: 31 }]);
  const { list } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
  const versionId = list[0]?.id ?? '';
  expect((await user.api.synthesis.audioPart({ versionId, from: 0, to: 31 })).length).toBeGreaterThan(44);
});

it('keeps the engine busy: the next line is asked for before the last one is stored', async () => {
  const stage = await longStage();
  let under = 0;
  let most = 0;
  tone.behaviour.before = async () => {
    under += 1;
    most = Math.max(most, under);
    await pause(1);
    under -= 1;
  };
  await synthesise(test, user, stage.novelId, [stage.chapterId]);
  expect(most).toBe(4);
});
