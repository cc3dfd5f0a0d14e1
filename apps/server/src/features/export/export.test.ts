import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '@huaben/contract';
import { buildMember, buildNovel, buildUser, refusalOf } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import { buildApp, requestOf } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { SpeechEngine } from '../../platform/speech/index.ts';

const rate = 22_050;
const hum = Float32Array.from({ length: rate }, (_, at) => 0.3 * Math.sin((2 * Math.PI * 220 * at) / rate));

/** Every line is one second of the same tone. */
const engine: SpeechEngine = {
  id: 'hum',
  name: '哼',
  coinsPer100Characters: 0,
  voices: () => [{ id: 'a', name: '甲', sex: null, age: 'adult', note: '' }],
  synthesise: () => Promise.resolve({ samples: hum, sampleRate: rate }),
  close: () => Promise.resolve(),
};

let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await buildApp({ engines: [engine] });
  user = await buildUser(test);
});
afterAll(() => test.close());

/** A novel of two narrated chapters of four lines, of which the first is synthesised. */
async function buildSound() {
  const { novelId, chapterId, name } = await buildNovel(
    user,
    '第一句话。\n第二句话。\n第三句话。\n第四句话。',
  );
  const second = await user.api.chapter.addChapter({
    productId: novelId,
    name: '第二章',
    text: '另外一句。',
  });
  await user.api.cast.setRoleVoice({ productId: novelId, id: 'noLine', timbre: 'hum:a', rate: 1, pitch: 0 });
  await synthesise(novelId, chapterId);
  return { novelId, chapterId, second: second.id, name };
}

async function synthesise(productId: string, chapterId: string): Promise<void> {
  const { id: taskId } = await user.api.synthesis.quoteTask({
    productId,
    chapterIds: [chapterId],
    key: randomUUID(),
  });
  await user.api.synthesis.payTask({ taskId });
  await user.api.synthesis.executeTask({ taskId });
  await test.runJobs();
}

const start = (productId: string, chapterId?: string, key: string = randomUUID(), by = user) =>
  by.api.export.startExport(
    chapterId === undefined
      ? { productId, format: 'm4b', key }
      : { productId, chapterId, format: 'mp3', key },
  );

const find = async (productId: string, exportId: string) => {
  const { list } = await user.api.export.listExports({ productId });
  return list.find((row) => row.id === exportId);
};

/** Files that exports have left behind. */
const leftovers = () => readdir(path.join(test.services.config.DATA_DIR, 'tmp'));

afterEach(async () => {
  expect(await leftovers().catch(() => [])).toEqual([]);
});

describe('startExport', () => {
  it('refuses whoever may not broadcast, foreign chapters, and formats that do not fit', async () => {
    const sound = await buildSound();
    const other = await buildSound();
    const member = await buildUser(test);
    await buildMember(test, sound.novelId, member.id, '01111110');
    const refused = async (call: Promise<unknown>) => (await refusalOf(call)).refusal;
    expect(await refused(start(sound.novelId, sound.chapterId, randomUUID(), member))).toBe('NOT_ALLOWED');
    expect(await refused(start(sound.novelId, other.chapterId))).toBe('AUDIO_MISSING');
    expect(await refused(start(sound.novelId, sound.second))).toBe('AUDIO_MISSING');
    const key = randomUUID();
    const { novelId: productId, chapterId } = sound;
    expect(await refused(user.api.export.startExport({ productId, format: 'mp3', key }))).toBe('BAD_REQUEST');
    const whole = user.api.export.startExport({ productId, chapterId, format: 'm4b', key });
    expect(await refused(whole)).toBe('BAD_REQUEST');
    const silent = await buildNovel(user);
    expect(await refused(start(silent.novelId))).toBe('AUDIO_MISSING');
  });

  it('makes one export of one key', async () => {
    const sound = await buildSound();
    const key = randomUUID();
    const [one, two] = await Promise.all([
      start(sound.novelId, sound.chapterId, key),
      start(sound.novelId, sound.chapterId, key),
    ]);
    expect(two.id).toBe(one.id);
    const other = await buildSound();
    expect((await refusalOf(start(other.novelId, other.chapterId, key))).refusal).toBe('BAD_REQUEST');
    await test.runJobs();
    expect((await user.api.export.listExports({ productId: sound.novelId })).list).toHaveLength(1);
  });
});

describe('an export', () => {
  it('gives a chapter as MP3 under a name that says what it is', async () => {
    const sound = await buildSound();
    const started = await start(sound.novelId, sound.chapterId);
    expect(started).toMatchObject({ state: 'waiting', done: 0, total: 4, bytes: null });
    const wanted = { productId: sound.novelId, ids: [started.id] };
    expect((await refusalOf(user.api.export.downloadExport(wanted))).refusal).toBe('EXPORT_NOT_READY');
    await test.runJobs();
    const done = await find(sound.novelId, started.id);
    expect(done).toMatchObject({ state: 'done', done: 4, fileName: `《${sound.name}》第一章.mp3` });
    const reply = await test.app.inject(
      requestOf(contract.export.downloadExport, wanted, undefined, user.token),
    );
    const bytes = reply.rawPayload;
    expect(reply.headers['content-type']).toBe('audio/mpeg');
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(`第一章.mp3`);
    expect(bytes.length).toBe(done?.bytes);
    expect(bytes.toString('latin1', 0, 3)).toBe('ID3');
    // Four lines of a second with their pauses and the chapter's end, at 96 kbit/s.
    const { list } = await user.api.synthesis.listAudioVersions({ chapterId: sound.chapterId });
    const seconds = (list[0]?.durationMs ?? 0) / 1000;
    expect(seconds).toBeGreaterThan(6);
    expect(Math.abs((bytes.length * 8) / 96_000 - seconds)).toBeLessThan(0.3);
    const stranger = await buildUser(test);
    expect((await refusalOf(stranger.api.export.downloadExport(wanted))).refusal).toBe('NOT_ALLOWED');
    const other = await buildSound();
    const mixed = user.api.export.downloadExport({ ...wanted, productId: other.novelId });
    expect((await refusalOf(mixed)).refusal).toBe('NOT_ALLOWED');
  });

  it('gives the synthesised chapters of a novel as one M4B with their titles', async () => {
    const sound = await buildSound();
    await user.api.chapter.addChapter({ productId: sound.novelId, name: '没有声音的一章', text: '不出声。' });
    await synthesise(sound.novelId, sound.second);
    const started = await start(sound.novelId);
    expect(started).toMatchObject({ total: 5, fileName: `《${sound.name}》.m4b` });
    await test.runJobs();
    const bytes = await user.api.export.downloadExport({ productId: sound.novelId, ids: [started.id] });
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    const titles = ['第一章', '第二章'].map((title) => bytes.indexOf(Buffer.from(title)));
    expect(titles.every((at) => at > 0)).toBe(true);
    expect(bytes.indexOf(Buffer.from('没有声音的一章'))).toBe(-1);
    const events = await test.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'export.finished')
      .execute();
    expect(events.map((event) => event.data)).toContainEqual({
      novelId: sound.novelId,
      exportId: started.id,
      userId: user.id,
      state: 'done',
    });
  });

  it('can be cancelled until it has ended', async () => {
    const sound = await buildSound();
    const { id } = await start(sound.novelId, sound.chapterId);
    const cancel = (by: TestUser) => by.api.export.cancelExport({ productId: sound.novelId, ids: [id] });
    const stranger = await buildUser(test);
    expect((await refusalOf(cancel(stranger))).refusal).toBe('NOT_ALLOWED');
    await cancel(user);
    await cancel(user);
    await test.runJobs();
    expect(await find(sound.novelId, id)).toMatchObject({ state: 'cancelled', bytes: null });
    const done = await start(sound.novelId, sound.chapterId);
    await test.runJobs();
    const late = user.api.export.cancelExport({ productId: sound.novelId, ids: [done.id] });
    expect((await refusalOf(late)).refusal).toBe('TASK_STATE');
  });

  it('stores nothing when it is cancelled while it runs', async () => {
    const sound = await buildSound();
    const { id } = await start(sound.novelId, sound.chapterId);
    const { read } = test.blobs;
    const cancelling: typeof read = async (key, range) => {
      await user.api.export.cancelExport({ productId: sound.novelId, ids: [id] });
      return read(key, range);
    };
    Object.assign(test.blobs, { read: cancelling });
    await test.runJobs();
    Object.assign(test.blobs, { read });
    expect(await find(sound.novelId, id)).toMatchObject({ state: 'cancelled', bytes: null });
    const folder = path.join(test.services.config.DATA_DIR, 'blobs/export', sound.novelId);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });

  it('fails with the reason when its sound was deleted', async () => {
    const sound = await buildSound();
    const { id } = await start(sound.novelId, sound.chapterId);
    await user.api.synthesis.deleteAudio({ chapterId: sound.chapterId });
    await test.runJobs();
    expect(await find(sound.novelId, id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('重新导出'),
    });
  });

  it('is made anew after a failure, without leaving anything behind', async () => {
    const sound = await buildSound();
    const { id } = await start(sound.novelId, sound.chapterId);
    const { putFile } = test.blobs;
    Object.assign(test.blobs, { putFile: () => Promise.reject(new Error('disk full')) });
    await test.runJobs();
    Object.assign(test.blobs, { putFile });
    expect(await find(sound.novelId, id)).toMatchObject({ state: 'running' });
    // The queue notes a failure a little after it.
    const locked = () =>
      sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(test.db);
    await expect.poll(async () => (await locked()).rows.length, { timeout: 15_000 }).toBe(0);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db);
    await test.runJobs();
    expect(await find(sound.novelId, id)).toMatchObject({ state: 'done', done: 4 });
  });
});
