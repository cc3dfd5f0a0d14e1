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

it('shows in the chapter whether it has audio of its current text and voices', async () => {
  const stage = await buildStage(user);
  const audio = async () => (await user.api.chapter.chapterInfo({ chapterId: stage.chapterId })).audio;
  expect(await audio()).toBe('none');
  await synthesise(test, user, stage.novelId, [stage.chapterId]);
  expect(await audio()).toBe('current');
  const silent = await user.api.cast.addRole({ productNumber: stage.novelId, name: '["路人"]', sex: '' });
  await giveVoice(user, stage.novelId, silent.id, 'tone:c');
  expect(await audio(), 'a role that does not speak here').toBe('current');
  await giveVoice(user, stage.novelId, stage.roleId, 'tone:c');
  expect(await audio()).toBe('stale');
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
