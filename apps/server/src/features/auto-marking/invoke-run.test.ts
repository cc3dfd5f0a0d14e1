import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  addRole,
  buildScene,
  byHand,
  currentChapter,
  jobContext,
  marksOf,
  saveByHand,
  simpleCasting,
} from './auto-marking.testing.ts';
import type { Scene } from './auto-marking.testing.ts';
import { CastingFailed, createCastingThread } from './casting-thread.ts';
import type { CastingThread } from './casting-thread.ts';
import { runInvoke } from './invoke-run.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

/** Casting, with something happening after it has answered the n-th chapter. */
function thread(after: (chapter: number) => Promise<void> | void): CastingThread & { asked: string[] } {
  const asked: string[] = [];
  let chapters = 0;
  return {
    asked,
    async ask(question, signal) {
      const answer = await simpleCasting.ask(question, signal);
      asked.push(question.ask);
      if (question.ask === 'chapter') await after((chapters += 1));
      return answer;
    },
  };
}

async function start(scene: Scene): Promise<{ invokeId: string; taskIds: string[] }> {
  const { user, novelId, chapterIds } = scene;
  const { invokeId, tasks } = await user.api.autoMarking.startMarking({
    productId: novelId,
    chapterIds: [...chapterIds],
    threshold: 0.6,
  });
  return { invokeId: invokeId ?? '', taskIds: tasks.map(({ taskId }) => taskId) };
}

const revisionsOf = async ({ user, chapterIds }: Scene) =>
  Promise.all(chapterIds.map(async (id) => (await currentChapter(user, id)).revision));
const statesOf = async ({ user, novelId }: Scene) =>
  (await user.api.autoMarking.listNovelMarkingTasks({ productId: novelId })).list.map(({ state }) => state);

it('looks for names once, and does each chapter once although it is killed twice', async () => {
  const scene = await buildScene(await buildUser(test), 4);
  const { invokeId } = await start(scene);
  const dying = thread((chapter) => {
    if (chapter === 2) throw new Error('killed');
  });
  await expect(runInvoke({ thread: dying, model: null }, jobContext(test), invokeId)).rejects.toThrow(
    'killed',
  );
  expect(await statesOf(scene)).toEqual(['done', 'running', 'waiting', 'waiting']);
  expect(await revisionsOf(scene)).toEqual([2, 1, 1, 1]);
  const again = thread((chapter) => {
    if (chapter === 3) throw new Error('killed');
  });
  await expect(runInvoke({ thread: again, model: null }, jobContext(test), invokeId)).rejects.toThrow(
    'killed',
  );
  const last = thread(() => undefined);
  await runInvoke({ thread: last, model: null }, jobContext(test), invokeId);
  expect(await statesOf(scene)).toEqual(['done', 'done', 'done', 'done']);
  expect(await revisionsOf(scene)).toEqual([2, 2, 2, 2]);
  expect(dying.asked).toEqual(['names', 'chapter', 'chapter']);
  expect(again.asked).toEqual(['chapter', 'chapter', 'chapter']);
  expect(last.asked).toEqual(['chapter']);
  await runInvoke({ thread: last, model: null }, jobContext(test), invokeId);
  expect(last.asked).toEqual(['chapter']);
});

it('knows a role that was made while the run was under way', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const { user, novelId, chapterIds } = scene;
  const { invokeId } = await start(scene);
  let roleId = '';
  const making = thread(async (chapter) => {
    if (chapter === 1) roleId = await addRole(user, novelId, '王虎');
  });
  await runInvoke({ thread: making, model: null }, jobContext(test), invokeId);
  expect((await marksOf(user, chapterIds[0] ?? ''))[0]).toEqual([null, 'rule']);
  expect((await marksOf(user, chapterIds[1] ?? ''))[0]).toEqual([roleId, 'rule']);
});

it('stores what hostile characters a text may hold', async () => {
  const scene = await buildScene(await buildUser(test));
  const { user, chapterIds } = scene;
  const [chapterId = ''] = chapterIds;
  await saveByHand(user, chapterId, (html) =>
    html.replaceAll('。', '。&#x0;&#xd800;').replace('走吧', '&#x0;走&#xdc00;'),
  );
  const { invokeId } = await start(scene);
  await runInvoke({ thread: simpleCasting, model: null }, jobContext(test), invokeId);
  expect(await statesOf(scene)).toEqual(['done']);
  const { list } = await user.api.autoMarking.reviewQueue({ productId: scene.novelId });
  expect(list[0]?.text).toContain('\ufffd走\ufffd');
});

it('lets the newer run win when two work on the same', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const { invokeId } = await start(scene);
  const slow = thread(async (chapter) => {
    if (chapter === 1) await runInvoke({ thread: simpleCasting, model: null }, jobContext(test), invokeId);
  });
  await runInvoke({ thread: slow, model: null }, jobContext(test), invokeId);
  expect(await statesOf(scene)).toEqual(['done', 'done']);
  expect(await revisionsOf(scene)).toEqual([2, 2]);
});

it('computes again when a person saves meanwhile, and never overwrites what they did', async () => {
  const scene = await buildScene(await buildUser(test));
  const { user, roleId } = scene;
  const [chapterId = ''] = scene.chapterIds;
  const { invokeId } = await start(scene);
  const busy = thread((chapter) =>
    chapter === 1
      ? saveByHand(user, chapterId, (html) => byHand(0, roleId)(html).replace('清晨，', '黄昏，'))
      : undefined,
  );
  await runInvoke({ thread: busy, model: null }, jobContext(test), invokeId);
  expect(busy.asked).toEqual(['names', 'chapter', 'chapter']);
  const { text, revision } = await currentChapter(user, chapterId);
  expect([text.startsWith('黄昏，'), revision]).toEqual([true, 3]);
  expect(await marksOf(user, chapterId)).toEqual([
    [roleId, 'human'],
    [roleId, 'rule'],
  ]);
});

it('puts a chapter off while people keep saving it, lets others go first, and gives up in the end', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const { user } = scene;
  const [chapterId = '', calm = ''] = scene.chapterIds;
  const { invokeId } = await start(scene);
  let saves = 0;
  const order: string[] = [];
  const restless: CastingThread = {
    async ask(question, signal) {
      const answer = await simpleCasting.ask(question, signal);
      if (question.ask === 'chapter') order.push(question.chapterId);
      if (question.ask === 'chapter' && question.chapterId === chapterId)
        await saveByHand(user, chapterId, (html) => html.replace(/清晨，\d*/, `清晨，${(saves += 1)}`));
      return answer;
    },
  };
  await runInvoke({ thread: restless, model: null }, jobContext(test), invokeId);
  expect(order.slice(0, 3)).toEqual([chapterId, chapterId, calm]);
  expect(await statesOf(scene)).toContain('done');
  const [task] = (await user.api.autoMarking.listMarkingTasks({ chapterId })).list;
  expect(task).toMatchObject({ state: 'failed', chapterUrlId: null });
  expect(task?.message).toContain('一直在被修改');
  expect((await currentChapter(user, chapterId)).revision).toBe(1 + saves);
  expect(await marksOf(user, chapterId)).toEqual([
    [null, 'rule'],
    [null, 'rule'],
  ]);
});

it('stores nothing of a chapter that is cancelled while it is computed, and goes on with the next', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const { user } = scene;
  const { invokeId, taskIds } = await start(scene);
  const cancelling = thread(async (chapter) => {
    if (chapter === 1) await user.api.autoMarking.deleteMarkingTasks({ taskIds: taskIds.slice(0, 1) });
  });
  await runInvoke({ thread: cancelling, model: null }, jobContext(test), invokeId);
  expect(await statesOf(scene)).toEqual(['cancelled', 'done']);
  expect(await revisionsOf(scene)).toEqual([1, 2]);
});

it('stores nothing when somebody opens the chapter while it is computed', async () => {
  const scene = await buildScene(await buildUser(test));
  const { user } = scene;
  const [chapterId = ''] = scene.chapterIds;
  const { invokeId } = await start(scene);
  const opened = thread(async () => {
    await user.api.chapter.lockChapters({ chapterIds: [chapterId], type: 1, editorId: 'desk-of-the-test' });
  });
  await runInvoke({ thread: opened, model: null }, jobContext(test), invokeId);
  expect((await user.api.autoMarking.listMarkingTasks({ chapterId })).list[0]?.message).toContain(
    '你的编辑页面',
  );
  expect(await revisionsOf(scene)).toEqual([1]);
});

it('fails a chapter whose marks would touch the text, alone and in plain words', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const { user, chapterIds } = scene;
  const { invokeId } = await start(scene);
  const wrong = thread((chapter) => {
    if (chapter === 1) throw new CastingFailed('marking changed the text', 'touched');
  });
  await runInvoke({ thread: wrong, model: null }, jobContext(test), invokeId);
  expect(await statesOf(scene)).toEqual(['failed', 'done']);
  const [task] = (await user.api.autoMarking.listMarkingTasks({ chapterId: chapterIds[0] ?? '' })).list;
  expect(task?.message).toContain('会改动原文或人工标注，已放弃');
  expect(await revisionsOf(scene)).toEqual([1, 2]);
});

it('ends all that is left when the queue gives up', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const { invokeId } = await start(scene);
  const broken = thread((chapter) => {
    if (chapter === 2) throw new Error('broken');
  });
  await runInvoke({ thread: broken, model: null }, { ...jobContext(test), lastAttempt: true }, invokeId);
  expect(await statesOf(scene)).toEqual(['done', 'failed']);
  expect(await revisionsOf(scene)).toEqual([2, 1]);
});

it('marks a chapter by the real rules in the real thread, and keeps its text', async () => {
  const scene = await buildScene(await buildUser(test), 2);
  const before = await currentChapter(scene.user, scene.chapterIds[0] ?? '');
  await start(scene);
  await test.runJobs();
  expect(await statesOf(scene)).toEqual(['done', 'done']);
  const [task] = (await scene.user.api.autoMarking.listMarkingTasks({ chapterId: scene.chapterIds[0] ?? '' }))
    .list;
  expect(task?.counts?.lines).toBe(2);
  const after = await currentChapter(scene.user, scene.chapterIds[0] ?? '');
  expect(after.text).toBe(before.text);
});

it('answers from a thread of its own, which survives a question that kills it', async () => {
  const own = createCastingThread();
  const signal = new AbortController().signal;
  const order = { mode: 'blank', lineIds: [], threshold: 0.9, roster: [], discovered: [] } as const;
  const chapter = (html: string) =>
    own.ask({ ask: 'chapter', chapterId: 'c1', html, ...order, roleNames: new Map() }, signal);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  const sentence =
    '<p><span data-line="l1" data-kind="dialogue" data-origin="rule">“走吧。”</span>王虎说。</p>';
  const book = Array.from({ length: 20_000 }, (_, index) => sentence.replace('l1', `l${index}`)).join('');
  await own.ask({ ask: 'names', texts: [book], roster: [] }, signal);
  clearInterval(timer);
  // Timers that fire while it computes: the event loop is free.
  expect(ticks).toBeGreaterThan(0);
  await expect(chapter('<p>没有结束')).rejects.toThrow(CastingFailed);
  expect((await chapter(sentence)).counts.lines).toBe(1);
  const abort = new AbortController();
  const left = own.ask({ ask: 'names', texts: [book], roster: [] }, abort.signal);
  abort.abort(new Error('the worker stops'));
  await expect(left).rejects.toThrow('the worker stops');
  expect((await chapter(sentence)).counts.lines).toBe(1);
});
