import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildUser, openEditor, refusalOf } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import {
  addRole,
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

/** A scene whose chapters each have one line in the queue. */
async function queued(chapters = 1): Promise<Scene> {
  const scene = await buildScene(await buildUser(test), chapters);
  await mark(test, scene);
  return scene;
}
const queueOf = ({ user, novelId }: Scene, more: object = {}) =>
  user.api.autoMarking.reviewQueue({ productId: novelId, ...more });
const first = ({ chapterIds }: Scene): string => chapterIds[0] ?? '';
async function onlyItem(scene: Scene) {
  const [item] = (await queueOf(scene)).list;
  if (!item) throw new Error('the queue is empty');
  return item;
}
const decide = (
  { user, novelId }: Scene,
  ...decisions: { chapterId: string; lineId: string; roleId: string | null }[]
) => user.api.autoMarking.decideLines({ productId: novelId, decisions });

describe('the review queue', () => {
  it('shows lines with their sentence and candidates, least sure first or in place', async () => {
    const scene = await queued(3);
    await test.db
      .updateTable('marking_suggestions')
      .set({ confidence: 0.3 })
      .where('chapter_id', '=', scene.chapterIds[1] ?? '')
      .execute();
    const { list, total, chapters } = await queueOf(scene);
    expect(total).toBe(3);
    expect(list.map(({ chapterName }) => chapterName)).toEqual(['第2章', '第1章', '第3章']);
    expect(list[1]).toMatchObject({
      chapterId: first(scene),
      text: '“走吧。”',
      before: '清晨，祥子在第1处醒了。\n',
      after: '王虎说。\n“不去。”祥子低着头道。\n他又坐下了。',
      evidence: { text: '王虎说。' },
      category: 'explicit',
    });
    expect(list[1]?.candidates[0]).toMatchObject({ roleId: null, name: '王虎', kind: 'person' });
    expect(chapters.map(({ chapterName, open }) => [chapterName, open])).toEqual([
      ['第1章', 1],
      ['第2章', 1],
      ['第3章', 1],
    ]);
    const place = await queueOf(scene, { order: 'place', size: 2, page: 2 });
    expect(place.list.map(({ chapterName }) => chapterName)).toEqual(['第3章']);
    const some = await queueOf(scene, { chapterIds: scene.chapterIds.slice(0, 1) });
    expect([some.total, some.list.length]).toEqual([1, 1]);
  });

  it('knows what was saved in an editor since: marked lines leave it and come back when they are open again', async () => {
    const scene = await queued();
    const { html } = await currentChapter(scene.user, first(scene));
    await saveByHand(scene.user, first(scene), byHand(0, scene.roleId));
    expect((await queueOf(scene)).total).toBe(0);
    await saveByHand(scene.user, first(scene), () => html.replace('“走吧。”', '“快走吧。”'));
    expect((await onlyItem(scene)).text).toBe('“快走吧。”');
  });

  it('offers a role as soon as it exists, also by an alias, and none that was discarded', async () => {
    const scene = await queued();
    const { user, novelId } = scene;
    const roleId = await addRole(user, novelId, '王老板', '王虎');
    expect((await onlyItem(scene)).candidates[0]).toMatchObject({ roleId, name: '王虎' });
    await user.api.cast.discardRoles({ productId: novelId, ids: [roleId] });
    expect((await onlyItem(scene)).candidates[0]).toMatchObject({ roleId: null });
  });
});

describe('deciding', () => {
  it('is refused to readers, for foreign chapters and unknown roles', async () => {
    const scene = await queued();
    const { lineId } = await onlyItem(scene);
    const reader = await buildUser(test);
    await buildMember(test, scene.novelId, reader.id, '00000100');
    const one = { chapterId: first(scene), lineId, roleId: scene.roleId };
    expect((await refusalOf(decide({ ...scene, user: reader }, one))).code).toBe(-101);
    const other = await queued();
    expect((await refusalOf(decide(scene, one, { ...one, chapterId: first(other) }))).code).toBe(-101);
    const { applied, refused } = await decide(scene, { ...one, roleId: other.roleId });
    expect(applied).toEqual([]);
    expect(refused).toMatchObject([{ chapterId: first(scene), lineIds: [lineId] }]);
    expect(refused[0]?.reason).toContain('角色已被删除或废弃');
    expect((await currentChapter(scene.user, first(scene))).revision).toBe(2);
  });

  it('makes a human mark in a new revision, and can be taken back', async () => {
    const scene = await queued();
    const { user, roleId } = scene;
    const { lineId, chapterId } = await onlyItem(scene);
    const before = await currentChapter(user, chapterId);
    const { applied } = await decide(scene, { chapterId, lineId, roleId });
    expect(applied).toMatchObject([{ chapterId, lineIds: [lineId], revision: 3 }]);
    expect((await currentChapter(user, chapterId)).chapterUrlId).toBe(applied[0]?.chapterUrlId);
    expect(await marksOf(user, chapterId)).toEqual([
      [roleId, 'human'],
      [roleId, 'rule'],
    ]);
    expect((await queueOf(scene)).total).toBe(0);
    await decide(scene, { chapterId, lineId, roleId: 'narration' });
    expect((await currentChapter(user, chapterId)).lines[0]).toMatchObject({
      kind: 'narration',
      origin: 'human',
    });
    await decide(scene, { chapterId, lineId, roleId: null });
    expect((await currentChapter(user, chapterId)).html).toBe(before.html);
    expect((await onlyItem(scene)).lineId).toBe(lineId);
    // The same again makes no revision.
    const { applied: again } = await decide(scene, { chapterId, lineId, roleId: null });
    expect(again).toMatchObject([{ revision: 5 }]);
  });

  it('takes a chapter whole or not at all, and never over what somebody else marked', async () => {
    const scene = await queued(2);
    const { user, novelId, roleId } = scene;
    const [one = '', two = ''] = scene.chapterIds;
    const { list } = await queueOf(scene, { order: 'place' });
    const [a, b] = list.map(({ lineId }) => lineId);
    const other = await addRole(user, novelId, '刘四');
    await saveByHand(user, one, byHand(0, other));
    const second = (await currentChapter(user, one)).lines[1]?.lineId ?? '';
    const { applied, refused } = await decide(
      scene,
      { chapterId: one, lineId: second, roleId: other },
      { chapterId: one, lineId: a ?? '', roleId },
      { chapterId: two, lineId: b ?? '', roleId },
    );
    expect(applied.map(({ chapterId }) => chapterId)).toEqual([two]);
    expect(refused).toMatchObject([{ chapterId: one, lineIds: [second, a] }]);
    expect(refused[0]?.reason).toContain('「“走吧。”」已有人工标注');
    expect(await marksOf(user, one)).toEqual([
      [other, 'human'],
      [roleId, 'rule'],
    ]);
    const gone = await decide(scene, { chapterId: two, lineId: 'nobody', roleId });
    expect(gone.refused[0]?.reason).toContain('不在当前版本');
  });

  it('keeps out of chapters that are open, one’s own desk included', async () => {
    const scene = await queued();
    const { lineId, chapterId } = await onlyItem(scene);
    const decision = { chapterId, lineId, roleId: scene.roleId };
    const editor = await openEditor(scene.user, chapterId);
    expect((await decide(scene, decision)).refused[0]?.reason).toContain('改在编辑中画本');
    await scene.user.api.chapter.unlockChapter({ chapterId, editorId: editor.editorId, type: 1 });
    const other = await buildUser(test);
    await buildMember(test, scene.novelId, other.id, '00001000');
    await openEditor(other, chapterId);
    expect((await decide(scene, decision)).refused[0]?.reason).toContain(other.name);
    const accepted = await scene.user.api.autoMarking.acceptSuggestions({
      productId: scene.novelId,
      threshold: 0.5,
    });
    expect(accepted.applied).toEqual([]);
    expect((await currentChapter(scene.user, chapterId)).revision).toBe(2);
  });
});

describe('accepting all that is sure enough', () => {
  it('takes first candidates that have a role, as marks of the machine, 20 chapters at a time', async () => {
    const scene = await queued(22);
    const { user, novelId: productId, chapterIds } = scene;
    const accept = (threshold: number, ids?: string[]) =>
      user.api.autoMarking.acceptSuggestions({ productId, threshold, ...(ids ? { chapterIds: ids } : {}) });
    expect((await accept(0.6)).applied).toEqual([]);
    const roleId = await addRole(user, productId, '王虎');
    expect(await accept(1)).toEqual({ applied: [], refused: [], rest: [] });
    const one = await accept(0.6);
    expect([one.applied.length, one.refused, one.rest]).toEqual([20, [], chapterIds.slice(20)]);
    const two = await accept(0.6, one.rest);
    expect([two.applied.length, two.rest]).toEqual([2, []]);
    expect((await queueOf(scene)).total).toBe(0);
    const { lines } = await currentChapter(user, first(scene));
    expect(lines[0]).toMatchObject({ roleId, origin: 'rule' });
    expect(lines[0]?.confidence).toBeGreaterThan(0.6);
    expect((await user.api.novel.novelInfo({ productId })).markedChapterCount).toBe(22);
  });
});

describe('the discovered roster', () => {
  it('comes from the chosen chapters, with lines, and meets the roles of the moment', async () => {
    const scene = await buildScene(await buildUser(test), 2);
    const { user, novelId: productId, chapterIds } = scene;
    const { rosterId } = await user.api.autoMarking.findRoster({ productId, chapterIds: [...chapterIds] });
    const info = () => user.api.autoMarking.rosterInfo({ productId, rosterId });
    expect(await info()).toMatchObject({ state: 'waiting', names: [] });
    await test.runJobs();
    expect(await info()).toMatchObject({
      state: 'done',
      message: null,
      names: [{ name: '王虎', aliases: [], sex: '', lines: 2, role: null }],
    });
    const id = await addRole(user, productId, '王虎');
    expect((await info()).names[0]?.role).toEqual({ id, name: '王虎', discarded: false });
    await user.api.cast.discardRoles({ productId, ids: [id] });
    expect((await info()).names[0]?.role).toMatchObject({ id, discarded: true });
    expect(
      (await refusalOf(user.api.autoMarking.rosterInfo({ productId, rosterId: randomUUID() }))).code,
    ).toBe(-101);
    const events = () =>
      test.db
        .selectFrom('user_events')
        .select('data')
        .where('user_id', '=', user.id)
        .where('type', '=', 30)
        .execute();
    await expect.poll(events, { timeout: 10_000 }).toMatchObject([{ data: { rosterId, state: 'done' } }]);
  });
});
