import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildUser, openEditor, refusalOf } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  buildScene,
  byHand,
  currentChapter,
  mark,
  marksOf,
  saveByHand,
  simpleCasting,
} from './auto-marking.testing.ts';
import type { Scene } from './auto-marking.testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp({ casting: simpleCasting });
});
afterAll(() => test.close());

const tasksOf = async ({ user, chapterIds }: Scene, index = 0) => {
  const chapterId = chapterIds[index] ?? '';
  return (await user.api.autoMarking.listMarkingTasks({ chapterId })).list;
};
const first = ({ chapterIds }: Scene): string => chapterIds[0] ?? '';
const revisionsOf = (chapterId: string) =>
  test.db
    .selectFrom('chapter_revisions')
    .select(['id', 'number', 'kind', 'name'])
    .where('chapter_id', '=', chapterId)
    .orderBy('number')
    .execute();

describe('starting to mark', () => {
  it('is refused to whoever may not edit, and nothing is begun', async () => {
    const scene = await buildScene(await buildUser(test));
    const reader = await buildUser(test);
    await buildMember(test, scene.novelId, reader.id, '00000100');
    const order = { productId: scene.novelId, chapterIds: [...scene.chapterIds] };
    expect((await refusalOf(reader.api.autoMarking.startMarking(order))).code).toBe(-101);
    expect((await refusalOf(reader.api.autoMarking.findRoster(order))).code).toBe(-101);
    await mark(test, scene);
    const [task] = await tasksOf(scene);
    const taskIds = [task?.id ?? ''];
    expect((await refusalOf(reader.api.autoMarking.deleteMarkingTasks({ taskIds }))).code).toBe(-101);
    const { chapterUrlId } = await currentChapter(scene.user, first(scene));
    expect((await refusalOf(reader.api.autoMarking.payMarking({ chapterUrlId }))).code).toBe(-101);
    expect((await reader.api.autoMarking.listMarkingTasks({ chapterId: first(scene) })).list).toHaveLength(1);
  });

  it('is refused for orders that make no sense, in clear words', async () => {
    const { user, novelId, chapterIds } = await buildScene(await buildUser(test), 2);
    const start = (more: object) =>
      refusalOf(
        user.api.autoMarking.startMarking({ productId: novelId, chapterIds: [...chapterIds], ...more }),
      );
    expect((await start({ useModel: true, ceiling: 100 })).message).toContain('还没有配置语言模型');
    expect((await start({ mode: 'chapter' })).refusal).toBe('MARKING_UNCONFIRMED');
    expect((await start({ mode: 'chapter', confirmation: '重画' })).message).toContain('整章重画');
    expect((await start({ mode: 'selection', lineIds: ['l1'] })).message).toContain('一次只能用于一章');
    expect((await start({ lineIds: ['l1'] })).message).toContain('重画选区');
    expect((await start({ preview: true })).message).toContain('只有“重画选区”可以预览');
    expect((await start({ threshold: 0.4 })).message).toContain('0.5 到 1');
    expect((await start({ chapterIds: [] })).code).toBe(-2);
    await user.api.novel.markNovelOver({ productId: novelId, isOver: 1 });
    expect((await start({})).refusal).toBe('NOVEL_FINISHED');
    expect(
      await test.db.selectFrom('marking_tasks').select('id').where('novel_id', '=', novelId).execute(),
    ).toEqual([]);
  });

  it('leaves out chapters that somebody has open, that are under way, and that need nothing', async () => {
    const scene = await buildScene(await buildUser(test), 4);
    const { user, novelId, chapterIds } = scene;
    const [locked = '', open = '', busy = '', marked = ''] = chapterIds;
    const other = await buildUser(test);
    await buildMember(test, novelId, other.id, '00001000');
    await openEditor(other, locked);
    await openEditor(user, open);
    await saveByHand(user, marked, (html) => byHand(0, scene.roleId)(byHand(1, scene.roleId)(html)));
    await user.api.autoMarking.startMarking({ productId: novelId, chapterIds: [busy] });
    const { invokeId, tasks, skipped } = await user.api.autoMarking.startMarking({
      productId: novelId,
      chapterIds: [...chapterIds],
    });
    expect([invokeId, tasks]).toEqual([null, []]);
    const by = new Map(skipped.map((one) => [one.chapterId, one]));
    expect(by.get(locked)).toMatchObject({ code: 'locked' });
    expect(by.get(locked)?.reason).toContain(other.name);
    expect(by.get(open)).toMatchObject({ code: 'open-here' });
    expect(by.get(open)?.reason).toContain('改在编辑中画本');
    expect(by.get(busy)).toMatchObject({ code: 'busy' });
    expect(by.get(marked)).toMatchObject({ code: 'nothing' });
  });
});

describe('filling the blanks', () => {
  it('marks what is sure, queues the rest, and keeps text and human marks', async () => {
    const scene = await buildScene(await buildUser(test), 2);
    const { user, chapterIds, roleId, novelId } = scene;
    const [one = '', two = ''] = chapterIds;
    await saveByHand(user, two, byHand(1, roleId));
    const before = await currentChapter(user, one);
    const started = await mark(test, scene);
    expect(started.tasks.map(({ chapterId }) => chapterId)).toEqual(chapterIds);
    const after = await currentChapter(user, one);
    expect(after.text).toBe(before.text);
    expect(after.revision).toBe(2);
    expect(await marksOf(user, one)).toEqual([
      [null, 'rule'],
      [roleId, 'rule'],
    ]);
    expect(await marksOf(user, two)).toEqual([
      [null, 'rule'],
      [roleId, 'human'],
    ]);
    expect((await currentChapter(user, two)).revision).toBe(2);
    const { list, total, states } = await user.api.autoMarking.listNovelMarkingTasks({ productId: novelId });
    expect([total, states.done]).toEqual([2, 2]);
    expect(list).toMatchObject([
      {
        chapterId: one,
        chapterName: '第1章',
        state: 'done',
        chapterUrlId: after.chapterUrlId,
        counts: { lines: 2, marked: 1, queued: 1, human: 0, kept: 0, notDialogue: 0 },
      },
      // Nothing was to be marked here: no revision either.
      { chapterId: two, state: 'done', chapterUrlId: null, counts: { lines: 2, queued: 1, human: 1 } },
    ]);
    expect((await user.api.cast.listRoles({ productId: novelId })).list).toContainEqual(
      expect.objectContaining({ id: roleId, count: 2 }),
    );
    expect((await user.api.chapter.chapterInfo({ chapterId: one })).lock).toBeNull();
  });

  it('tells the starter of each end and the members of each revision', async () => {
    const scene = await buildScene(await buildUser(test), 2);
    await mark(test, scene);
    const events = async () =>
      (
        await test.db
          .selectFrom('user_events')
          .select(['type', 'data'])
          .where('user_id', '=', scene.user.id)
          .where('type', '=', 2)
          .orderBy('seq')
          .execute()
      ).map(({ data }) => data);
    await expect.poll(events, { timeout: 10_000 }).toHaveLength(2);
    expect(await events()).toMatchObject([
      { chapterId: first(scene), productId: scene.novelId, names: ['第1章'], state: 'done' },
      { names: ['第2章'], state: 'done' },
    ]);
  });

  it('does nothing to a chapter that somebody opened meanwhile, and says who', async () => {
    const scene = await buildScene(await buildUser(test));
    const { user, novelId } = scene;
    const other = await buildUser(test);
    await buildMember(test, novelId, other.id, '00001000');
    await user.api.autoMarking.startMarking({ productId: novelId, chapterIds: [...scene.chapterIds] });
    const editor = await openEditor(other, first(scene));
    await test.runJobs();
    const [task] = await tasksOf(scene);
    expect(task).toMatchObject({ state: 'failed', chapterUrlId: null, counts: null });
    expect(task?.message).toContain(other.name);
    expect(await revisionsOf(first(scene))).toHaveLength(1);
    // Whoever has it open notices nothing.
    await editor.save((await currentChapter(user, first(scene))).html.replace('清晨，', '黄昏，'));
  });

  it('fences off a page that comes back late, and keeps its text beside the history', async () => {
    const scene = await buildScene(await buildUser(test));
    const { user } = scene;
    const editor = await openEditor(user, first(scene));
    const { html } = await currentChapter(user, first(scene));
    await test.db
      .updateTable('chapter_locks')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('chapter_id', '=', first(scene))
      .execute();
    await mark(test, scene);
    const late = editor.save(html.replace('清晨，', '黄昏，'));
    expect((await refusalOf(late)).refusal).toBe('LOCK_LOST');
    expect((await revisionsOf(first(scene))).map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'import'],
      [2, 'save'],
      [null, 'conflict'],
    ]);
    expect((await currentChapter(user, first(scene))).text).toContain('清晨，');
  });

  it('stops when whoever started it lost the right to edit', async () => {
    const scene = await buildScene(await buildUser(test));
    const marker = await buildUser(test);
    await buildMember(test, scene.novelId, marker.id, '00001000');
    const order = { productId: scene.novelId, chapterIds: [...scene.chapterIds] };
    await marker.api.autoMarking.startMarking(order);
    await test.db
      .updateTable('novel_members')
      .set({ flags: '00000100' })
      .where('user_id', '=', marker.id)
      .execute();
    await test.runJobs();
    expect((await tasksOf(scene))[0]?.message).toContain('没有这部小说的编辑权限');
    expect(await revisionsOf(first(scene))).toHaveLength(1);
  });
});

describe('redoing', () => {
  it('shows what a selection would become, stores it only when asked, and leaves other lines alone', async () => {
    const scene = await buildScene(await buildUser(test));
    const { user, novelId, roleId } = scene;
    const other = await user.api.cast.addRole({ productNumber: novelId, name: '["刘四"]', sex: 'male' });
    await saveByHand(user, first(scene), (html) => byHand(0, other.id)(byHand(1, other.id)(html)));
    await saveByHand(user, first(scene), (html) =>
      html.replaceAll('data-origin="human"', 'data-origin="rule"'),
    );
    const { lines, revision } = await currentChapter(user, first(scene));
    const lineIds = [lines[1]?.lineId ?? ''];
    // A look at it is free even while the desk is open.
    const editor = await openEditor(user, first(scene));
    const { tasks } = await mark(test, scene, { mode: 'selection', lineIds, preview: true });
    const taskId = tasks[0]?.taskId ?? '';
    expect(await user.api.autoMarking.markingTaskDetail({ taskId })).toMatchObject({
      state: 'done',
      preview: true,
      chapterUrlId: null,
      counts: { lines: 2, marked: 1, kept: 1 },
      changes: [
        {
          lineId: lineIds[0],
          text: '“不去。”',
          before: { roleId: other.id, name: '刘四' },
          after: { roleId, name: '祥子', origin: 'rule' },
          queued: false,
        },
      ],
    });
    expect((await currentChapter(user, first(scene))).revision).toBe(revision);
    expect(await tasksOf(scene)).toEqual([]);
    // A new preview takes the place of the one before.
    await mark(test, scene, { mode: 'selection', lineIds, preview: true });
    expect((await refusalOf(user.api.autoMarking.markingTaskDetail({ taskId }))).code).toBe(-101);
    await user.api.chapter.unlockChapter({ chapterId: first(scene), editorId: editor.editorId, type: 1 });
    await mark(test, scene, { mode: 'selection', lineIds });
    expect(await marksOf(user, first(scene))).toEqual([
      [other.id, 'rule'],
      [roleId, 'rule'],
    ]);
  });

  it('redoes a whole chapter after naming the revision before, which can be read again', async () => {
    const scene = await buildScene(await buildUser(test));
    const { user, novelId, roleId } = scene;
    const other = await user.api.cast.addRole({ productNumber: novelId, name: '["刘四"]', sex: 'male' });
    await saveByHand(user, first(scene), (html) =>
      byHand(1, other.id)(html).replace('data-origin="human"', 'data-origin="rule"'),
    );
    const before = await currentChapter(user, first(scene));
    await mark(test, scene);
    expect((await currentChapter(user, first(scene))).html).toBe(before.html);
    await mark(test, scene, { mode: 'chapter', confirmation: '整章重画' });
    expect(await marksOf(user, first(scene))).toEqual([
      [null, 'rule'],
      [roleId, 'rule'],
    ]);
    const [task] = await tasksOf(scene);
    expect(task?.snapshot).toMatchObject({ chapterUrlId: before.chapterUrlId });
    expect(task?.snapshot?.name).toMatch(/^整章重画前 \d{4}-\d\d-\d\d \d\d:\d\d$/);
    const old = await user.api.chapter.readManuscript({ productId: novelId, url: before.chapterUrlId });
    expect(old.html).toBe(before.html);
    // Once more changes nothing: no revision, no name.
    await mark(test, scene, { mode: 'chapter', confirmation: '整章重画' });
    expect((await tasksOf(scene))[0]).toMatchObject({ state: 'done', chapterUrlId: null, snapshot: null });
    expect((await revisionsOf(first(scene))).map(({ name }) => name !== null)).toEqual([false, true, false]);
  });
});

describe('the list of tasks', () => {
  it('cancels what has not ended, without a trace in the chapter, and drops what has', async () => {
    const scene = await buildScene(await buildUser(test), 2);
    const { user, novelId, chapterIds } = scene;
    const { tasks } = await user.api.autoMarking.startMarking({
      productId: novelId,
      chapterIds: [...chapterIds],
      threshold: 0.6,
    });
    const [one = '', two = ''] = tasks.map(({ taskId }) => taskId);
    await user.api.autoMarking.deleteMarkingTasks({ taskIds: [one] });
    await test.runJobs();
    expect((await tasksOf(scene))[0]).toMatchObject({ state: 'cancelled', counts: null });
    expect((await tasksOf(scene))[0]?.message).toContain(user.name);
    expect((await tasksOf(scene, 1))[0]).toMatchObject({ state: 'done' });
    expect(await revisionsOf(first(scene))).toHaveLength(1);
    await user.api.autoMarking.deleteMarkingTasks({ taskIds: [one, two] });
    expect((await user.api.autoMarking.listNovelMarkingTasks({ productId: novelId })).total).toBe(0);
    expect(await revisionsOf(chapterIds[1] ?? '')).toHaveLength(2);
    expect((await refusalOf(user.api.autoMarking.deleteMarkingTasks({ taskIds: [one] }))).code).toBe(-101);
    // The chapter is free for the next one.
    expect((await mark(test, scene)).tasks).toHaveLength(2);
  });

  it('pages by state and run', async () => {
    const scene = await buildScene(await buildUser(test), 3);
    const { user, novelId: productId } = scene;
    const { invokeId } = await mark(test, scene);
    await mark(test, scene);
    const list = user.api.autoMarking.listNovelMarkingTasks;
    const page = await list({ productId, invokeId: invokeId ?? '', size: 2, page: 2, state: 'done' });
    expect(page.total).toBe(3);
    expect(page.list.map(({ chapterName }) => chapterName)).toEqual(['第3章']);
    expect((await list({ productId, state: 'failed' })).total).toBe(0);
    expect((await list({ productId, invokeId: randomUUID() })).list).toEqual([]);
    expect((await refusalOf(user.api.autoMarking.markingTaskDetail({ taskId: randomUUID() }))).code).toBe(
      -101,
    );
  });
});

it('takes nothing for a revision while there is no commerce', async () => {
  const { user, chapterIds } = await buildScene(await buildUser(test));
  const { chapterUrlId } = await currentChapter(user, chapterIds[0] ?? '');
  expect(await user.api.autoMarking.payMarking({ chapterUrlId })).toMatchObject({ free: true });
  expect((await refusalOf(user.api.autoMarking.payMarking({ chapterUrlId: randomUUID() }))).code).toBe(-101);
});
