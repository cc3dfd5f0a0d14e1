import { randomUUID } from 'node:crypto';
import { CallFailed } from '@huaben/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildUser, refusalOf } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import { startListener } from '../../platform/db/listener.ts';
import { liveChannel } from '../../platform/outbox/live.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  buildStage,
  giveVoice,
  rewrite,
  spokenLine,
  stageText,
  synthesise,
  toneEngine,
} from './synthesis.testing.ts';

const tone = toneEngine();
let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await buildApp({ engines: [tone.engine] });
  user = await buildUser(test);
});
afterAll(() => test.close());

/** How long something that happens soon may take on a busy machine. */
const patience = { timeout: 15_000 };

const quote = (novelId: string, chapterIds: string[], key: string = randomUUID(), by = user) =>
  by.api.synthesis.quoteTask({ productId: novelId, chapterIds, key });

const failureOf = async (call: Promise<unknown>): Promise<CallFailed> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallFailed) return error;
    throw error;
  }
  throw new Error('the call was not refused');
};

/** Adds a chapter with one narrated sentence. */
const addChapter = async (novelId: string, text: string): Promise<string> => {
  const { id } = await user.api.chapter.addChapter({ productId: novelId, name: '又一章', text });
  return id;
};

describe('quoteTask', () => {
  it('refuses members without the broadcast flag, strangers, and chapters of another novel', async () => {
    const stage = await buildStage(user);
    const other = await buildStage(user);
    const member = await buildUser(test);
    await buildMember(test, stage.novelId, member.id, '01111110');
    const stranger = await buildUser(test);
    for (const by of [member, stranger]) {
      expect((await refusalOf(quote(stage.novelId, [stage.chapterId], randomUUID(), by))).refusal).toBe(
        'NOT_ALLOWED',
      );
    }
    const mixed = quote(stage.novelId, [stage.chapterId, other.chapterId]);
    expect((await refusalOf(mixed)).refusal).toBe('NOT_ALLOWED');
  });

  it('lists exactly the speakers without a voice', async () => {
    const stage = await buildStage(user);
    await giveVoice(user, stage.novelId, stage.roleId, '');
    await user.api.cast.addRole({
      productNumber: stage.novelId,
      name: JSON.stringify(['没有台词的人']),
      sex: '',
    });
    const one = await failureOf(quote(stage.novelId, [stage.chapterId]));
    expect(one.refusal).toBe('VOICE_MISSING');
    expect(one.messages).toHaveLength(1);
    expect(one.detail['roles']).toEqual([{ id: stage.roleId, name: expect.stringContaining('祥子') }]);
    await giveVoice(user, stage.novelId, 'noLine', '');
    const both = await failureOf(quote(stage.novelId, [stage.chapterId]));
    expect(both.detail['roles']).toEqual([
      { id: 'noLine', name: '旁白' },
      { id: stage.roleId, name: expect.stringContaining('祥子') },
    ]);
  });

  it('refuses a chapter with nothing to speak, and skips it beside others', async () => {
    const stage = await buildStage(user);
    const silent = await addChapter(stage.novelId, '……\n。');
    expect((await refusalOf(quote(stage.novelId, [silent]))).refusal).toBe('NOTHING_TO_SPEAK');
    const task = await synthesise(test, user, stage.novelId, [stage.chapterId, silent]);
    expect(task.state).toBe('done');
    expect(task.items.map((item) => item.state)).toEqual(['done', 'skipped']);
  });

  it('refuses a finished novel', async () => {
    const stage = await buildStage(user);
    await test.db.updateTable('novels').set({ state: 'finished' }).where('id', '=', stage.novelId).execute();
    expect((await refusalOf(quote(stage.novelId, [stage.chapterId]))).refusal).toBe('NOVEL_FINISHED');
  });

  it('makes one task of one key, even when it is sent twice at once', async () => {
    const stage = await buildStage(user);
    const key = randomUUID();
    const [one, two] = await Promise.all([
      quote(stage.novelId, [stage.chapterId], key),
      quote(stage.novelId, [stage.chapterId], key),
    ]);
    const three = await quote(stage.novelId, [stage.chapterId], key);
    expect([two.id, three.id]).toEqual([one.id, one.id]);
    const other = await buildStage(user);
    expect((await refusalOf(quote(other.novelId, [other.chapterId], key))).refusal).toBe('BAD_REQUEST');
  });

  it('counts characters, and of them what the cache lacks', async () => {
    const stage = await buildStage(user);
    const before = await quote(stage.novelId, [stage.chapterId]);
    expect(before).toMatchObject({ state: 'quoted', coins: 0 });
    expect(before.newCharacters).toBe(before.characters);
    expect(before.items).toMatchObject([{ lineCount: 6, doneCount: 0, state: 'waiting' }]);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    await rewrite(user, stage.chapterId, `${stageText(stage.roleId, stage.mark)}<p>新的一句。</p>`);
    const after = await quote(stage.novelId, [stage.chapterId]);
    expect(after.newCharacters).toBe(4);
    expect(after.characters).toBe(before.characters + 4);
  });

  it('refuses more chapters than the creator may store', async () => {
    const owner = await buildUser(test);
    const stage = await buildStage(owner);
    const chapter = await test.db
      .selectFrom('chapters')
      .selectAll()
      .where('id', '=', stage.chapterId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 200 }, (_, index) => ({
      ...chapter,
      id: randomUUID(),
      position: index + 1,
    }));
    await test.db.insertInto('chapters').values(copies).execute();
    const fits = copies.slice(0, 200).map((copy) => copy.id);
    await expect(quote(stage.novelId, fits, randomUUID(), owner)).resolves.toMatchObject({ state: 'quoted' });
    const full = await failureOf(quote(stage.novelId, [...fits, stage.chapterId], randomUUID(), owner));
    expect(full.refusal).toBe('CAPACITY_FULL');
    expect(full.detail).toMatchObject({ capacity: 200, stored: 0, wanted: 201 });
  });
});

describe('a task', () => {
  it('follows its states: nothing runs unpaid, repeated clicks are harmless', async () => {
    const stage = await buildStage(user);
    const { id: taskId } = await quote(stage.novelId, [stage.chapterId]);
    expect((await refusalOf(user.api.synthesis.executeTask({ taskId }))).refusal).toBe('TASK_STATE');
    await user.api.synthesis.payTask({ taskId });
    expect((await user.api.synthesis.payTask({ taskId })).state).toBe('paid');
    await user.api.synthesis.executeTask({ taskId });
    expect((await user.api.synthesis.executeTask({ taskId })).state).toBe('queued');
    await test.runJobs();
    const done = await user.api.synthesis.taskDetail({ taskId });
    expect(done).toMatchObject({
      state: 'done',
      items: [{ state: 'done', lineCount: 6, doneCount: 6, renderedCount: 6, message: null }],
    });
    expect(done.finishTime).not.toBeNull();
    expect((await refusalOf(user.api.synthesis.cancelTask({ taskId }))).refusal).toBe('TASK_STATE');
    const [item] = done.items;
    expect((await refusalOf(user.api.synthesis.retryItem({ itemId: item?.id ?? '' }))).refusal).toBe(
      'TASK_STATE',
    );
    const { list } = await user.api.synthesis.listTasks({
      productId: stage.novelId,
      chapterId: stage.chapterId,
    });
    expect(list.map((task) => task.id)).toEqual([taskId]);
  });

  it('is closed to members who may not broadcast, though they may look', async () => {
    const stage = await buildStage(user);
    const { id: taskId } = await quote(stage.novelId, [stage.chapterId]);
    const member = await buildUser(test);
    await buildMember(test, stage.novelId, member.id, '00000000');
    const { payTask, executeTask, cancelTask } = member.api.synthesis;
    for (const call of [payTask, executeTask, cancelTask])
      expect((await refusalOf(call({ taskId }))).refusal).toBe('NOT_ALLOWED');
    expect((await member.api.synthesis.taskDetail({ taskId })).id).toBe(taskId);
  });

  it('renders only the lines of the one role whose voice changed', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    await giveVoice(user, stage.novelId, stage.roleId, 'tone:c');
    const before = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    expect(before).toMatchObject({ stale: true, toRender: 2 });
    const start = tone.spoken.length;
    const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
    expect(tone.spoken.slice(start)).toEqual(['我这就走。', '不回来了。']);
    expect(task.items).toMatchObject([{ doneCount: 6, renderedCount: 2 }]);
    const after = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    expect(after).toMatchObject({ stale: false, toRender: 0 });
    expect(after.list.map(({ number, current }) => [number, current])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it('lets a second, equal task render nothing', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const start = tone.spoken.length;
    const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
    expect(tone.spoken.length).toBe(start);
    expect(task.items).toMatchObject([{ state: 'done', doneCount: 6, renderedCount: 0 }]);
  });

  it('keeps the cache of each novel to itself', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const other = await buildStage(user);
    const body = `<p>${spokenLine('l1', other.roleId, '“我这就走。”')}</p>`;
    await rewrite(user, other.chapterId, body);
    const task = await synthesise(test, user, other.novelId, [other.chapterId]);
    expect(task.items).toMatchObject([{ renderedCount: 1 }]);
  });

  it('speaks equal lines once and counts them all as done', async () => {
    const stage = await buildStage(user);
    await rewrite(user, stage.chapterId, '<p>嗯。</p><p>好。</p><p>嗯。</p>');
    const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
    expect(task.items).toMatchObject([{ lineCount: 3, doneCount: 3, renderedCount: 2 }]);
  });

  it('tells the novel of each chapter and the user of the task', async () => {
    const stage = await buildStage(user);
    const member = await buildUser(test);
    await buildMember(test, stage.novelId, member.id, '00000000');
    const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const typesOf = async (userId: string): Promise<number[]> => {
      const rows = await test.db
        .selectFrom('user_events')
        .select(['type', 'data'])
        .where('user_id', '=', userId)
        .where('type', 'in', [2, 10])
        .orderBy('seq')
        .execute();
      return rows.filter((row) => row.data['taskId'] === task.id).map((row) => row.type);
    };
    await expect.poll(() => typesOf(user.id), patience).toEqual([10, 2]);
    expect(await typesOf(member.id)).toEqual([10]);
  });
});

describe('audio versions', () => {
  it('give lines whose times and parts fit the sound exactly', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const { list, lines } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const [version] = list;
    if (!version) throw new Error('no version');
    expect(lines.map(({ roleId, lineId, paragraph }) => [roleId, lineId, paragraph])).toEqual([
      ['noLine', null, 0],
      [stage.roleId, 'l1', 1],
      ['noLine', null, 1],
      [stage.roleId, 'l2', 2],
      ['noLine', null, 2],
      ['noLine', 'l3', 3],
    ]);
    const samplesOf = async (from: number, to: number): Promise<Buffer> => {
      const wav = await user.api.synthesis.audioPart({ versionId: version.id, from, to });
      expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
      expect(wav.readUInt32LE(24)).toBe(22_050);
      expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
      return wav.subarray(44);
    };
    const whole = await samplesOf(0, 6);
    expect(Math.round((whole.length / 2 / 22_050) * 1000)).toBe(version.durationMs);
    const parts = await Promise.all(lines.map((_, index) => samplesOf(index, index + 1)));
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      expect(lines[index]?.startMs).toBe(Math.round((at / 22_050) * 1000));
      at += part.length / 2;
    }
    // The pause behind the last line is part of it: two seconds of silence at the end of a chapter.
    expect(whole.subarray(-2 * 2 * 22_050).every((byte) => byte === 0)).toBe(true);
    expect(whole.subarray(0, 22_050).some((byte) => byte !== 0)).toBe(true);
  });

  it('refuse parts that are not there, not allowed, or too long', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const { list } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const versionId = list[0]?.id ?? '';
    const part = (from: number, to: number) => user.api.synthesis.audioPart({ versionId, from, to });
    for (const [from, to] of [
      [0, 7],
      [3, 3],
      [4, 2],
      [6, 7],
    ] as const)
      expect((await refusalOf(part(from, to))).refusal).toBe('AUDIO_MISSING');
    const stranger = await buildUser(test);
    const stolen = stranger.api.synthesis.audioPart({ versionId, from: 0, to: 1 });
    expect((await refusalOf(stolen)).refusal).toBe('NOT_ALLOWED');
    const pause = '<i data-pause="p" data-ms="60000"></i>';
    const body = Array.from(
      { length: 6 },
      (_, index) => `<p>第${index}句。${pause.replace('"p"', `"p${index}"`)}</p>`,
    );
    await rewrite(user, stage.chapterId, body.join(''));
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const long = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const longId = long.list[0]?.id ?? '';
    const wanted = user.api.synthesis.audioPart({ versionId: longId, from: 0, to: 5 });
    expect((await refusalOf(wanted)).refusal).toBe('BAD_REQUEST');
    await expect(user.api.synthesis.audioPart({ versionId: longId, from: 0, to: 4 })).resolves.toBeInstanceOf(
      Buffer,
    );
  });

  it('become stale with the text and fresh again with it', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const look = () => user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    expect(await look()).toMatchObject({ stale: false, toRender: 0 });
    await rewrite(user, stage.chapterId, stageText(stage.roleId, '改了'));
    expect(await look()).toMatchObject({ stale: true, toRender: 1 });
    await rewrite(user, stage.chapterId, stageText(stage.roleId, stage.mark));
    expect(await look()).toMatchObject({ stale: false, toRender: 0 });
  });

  it('let an old version become the newest without touching it', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    await giveVoice(user, stage.novelId, stage.roleId, 'tone:c');
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const { list } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const [second, first] = list;
    if (!first || !second) throw new Error('two versions wanted');
    const stranger = await buildUser(test);
    expect(
      (await refusalOf(stranger.api.synthesis.chooseAudioVersion({ versionId: first.id }))).refusal,
    ).toBe('NOT_ALLOWED');
    expect((await user.api.synthesis.chooseAudioVersion({ versionId: second.id })).id).toBe(second.id);
    const third = await user.api.synthesis.chooseAudioVersion({ versionId: first.id });
    expect(third).toMatchObject({ number: 3, current: true, durationMs: first.durationMs });
    const soundOf = (versionId: string) => user.api.synthesis.audioPart({ versionId, from: 0, to: 6 });
    expect((await soundOf(third.id)).equals(await soundOf(first.id))).toBe(true);
    expect((await soundOf(third.id)).equals(await soundOf(second.id))).toBe(false);
  });

  it('are deleted with the sound that nobody else needs, and only that', async () => {
    const stage = await buildStage(user);
    const shared = `${stage.mark}共有的一句。`;
    const second = await addChapter(stage.novelId, shared);
    await rewrite(user, stage.chapterId, `<p>${shared}</p><p>自己的一句。</p>`);
    // One chapter renders the shared line, in one blob with its own; the other finds it in the cache.
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    await synthesise(test, user, stage.novelId, [second]);
    const member = await buildUser(test);
    await buildMember(test, stage.novelId, member.id, '01111110');
    const refused = member.api.synthesis.deleteAudio({ chapterId: stage.chapterId });
    expect((await refusalOf(refused)).refusal).toBe('NOT_ALLOWED');
    const segments = () =>
      test.db
        .selectFrom('speech_segments')
        .select('blob_key')
        .where('novel_id', '=', stage.novelId)
        .execute();
    const [{ blob_key: blobKey } = { blob_key: '' }] = await segments();
    await user.api.synthesis.deleteAudio({ chapterId: stage.chapterId });
    await test.runJobs();
    expect(await segments()).toHaveLength(1);
    const gone = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    expect(gone).toMatchObject({ list: [], lines: [], stale: false, toRender: 1 });
    const other = await user.api.synthesis.listAudioVersions({ chapterId: second });
    const versionId = other.list[0]?.id ?? '';
    await expect(user.api.synthesis.audioPart({ versionId, from: 0, to: 1 })).resolves.toBeInstanceOf(Buffer);
    await expect(test.blobs.read(blobKey)).resolves.toBeInstanceOf(Buffer);
    await user.api.synthesis.deleteAudio({ chapterId: second });
    await test.runJobs();
    expect(await segments()).toHaveLength(0);
    await expect(test.blobs.read(blobKey)).rejects.toThrow('ENOENT');
  });
});

describe('listVoices', () => {
  it('needs a session and offers each voice under its engine', async () => {
    expect((await refusalOf(test.as(null).synthesis.listVoices({}))).refusal).toBe('LOGGED_OUT');
    const { list } = await user.api.synthesis.listVoices({});
    expect(list.map((voice) => [voice.id, voice.engineName, voice.coinsPer100])).toEqual([
      ['tone:a', '测试音', 0],
      ['tone:b', '测试音', 0],
      ['tone:c', '测试音', 0],
    ]);
  });
});

it('shows in the chapter whether it has audio of its current text', async () => {
  const stage = await buildStage(user);
  const audio = async () => (await user.api.chapter.chapterInfo({ chapterId: stage.chapterId })).audio;
  expect(await audio()).toBe('none');
  await synthesise(test, user, stage.novelId, [stage.chapterId]);
  expect(await audio()).toBe('current');
  await rewrite(user, stage.chapterId, '<p>改了。</p>');
  expect(await audio()).toBe('stale');
});

it('tells every member of the novel how far a chapter is', async () => {
  const stage = await buildStage(user);
  const member = await buildUser(test);
  await buildMember(test, stage.novelId, member.id, '00000000');
  const notices: {
    users?: string[];
    type?: number;
    data?: { taskId?: string; done?: number; state?: string };
  }[] = [];
  const listening = Promise.withResolvers<void>();
  const listener = startListener(
    test.services.config.DATABASE_URL ?? '',
    { [liveChannel]: (payload) => notices.push(JSON.parse(payload) as (typeof notices)[number]) },
    test.services.log,
    listening.resolve,
  );
  await listening.promise;
  const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
  const mine = () => notices.filter(({ type, data }) => type === 25 && data?.taskId === task.id);
  await expect.poll(() => mine().at(-1)?.data?.state, patience).toBe('done');
  await listener.stop();
  expect(mine()[0]?.data).toMatchObject({
    productId: stage.novelId,
    chapterId: stage.chapterId,
    state: 'running',
    done: 0,
    total: 6,
  });
  expect(mine().at(-1)?.data).toMatchObject({ done: 6, total: 6 });
  expect(
    mine().every(({ users }) => users?.toSorted().join() === [user.id, member.id].toSorted().join()),
  ).toBe(true);
});
