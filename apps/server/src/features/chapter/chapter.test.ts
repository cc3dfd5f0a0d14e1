import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildNovel, buildUser, openEditor, refusalOf } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

const editorFlags = '00001000';

async function crew() {
  const owner = await buildUser(test);
  const editor = await buildUser(test);
  const novel = await buildNovel(owner);
  await buildMember(test, novel.novelId, editor.id, editorFlags);
  return { owner, editor, ...novel };
}

describe('chapters', () => {
  it('are refused to strangers, one by one and in sets', async () => {
    const mine = await crew();
    const theirs = await crew();
    const { api } = mine.owner;
    expect((await refusalOf(api.chapter.chapterInfo({ chapterId: theirs.chapterId }))).code).toBe(-101);
    expect((await refusalOf(api.chapter.chapterInfo({ chapterId: randomUUID() }))).code).toBe(-101);
    const both = { chapterIds: [mine.chapterId, theirs.chapterId], type: 1 as const, editorId: randomUUID() };
    expect((await refusalOf(api.chapter.lockChapters(both))).code).toBe(-101);
    expect((await refusalOf(api.chapter.deleteChapters({ ids: both.chapterIds }))).code).toBe(-101);
    expect((await api.chapter.chapterInfo({ chapterId: mine.chapterId })).lock).toBeNull();
    const swapped = api.chapter.readManuscript({ productId: mine.novelId, url: theirs.chapterUrlId });
    expect((await refusalOf(swapped)).code).toBe(-101);
  });

  it('detect dialogue at once and count it', async () => {
    const { owner, chapterId } = await crew();
    expect(await owner.api.chapter.chapterInfo({ chapterId })).toMatchObject({
      lineCount: 2,
      unassignedCount: 2,
      revision: 1,
      audio: 'none',
    });
  });

  it('refuse a text over the limit and store nothing', async () => {
    const { owner, novelId } = await crew();
    const refusal = await refusalOf(
      owner.api.chapter.addChapter({ productId: novelId, name: '长', text: '字'.repeat(50_001) }),
    );
    expect(refusal).toMatchObject({ refusal: 'CHAPTER_TOO_LONG' });
    expect(refusal.message).toContain('《长》有 50001 个字符');
    expect((await owner.api.chapter.listChapters({ productId: novelId })).list).toHaveLength(1);
  });

  it('are renamed and deleted, and the novel counts along', async () => {
    const { owner, novelId, chapterId } = await crew();
    await owner.api.chapter.renameChapter({ id: chapterId, name: '第一回' });
    expect((await owner.api.chapter.chapterInfo({ chapterId })).name).toBe('第一回');
    await owner.api.chapter.deleteChapters({ ids: [chapterId] });
    expect(await owner.api.novel.novelInfo({ productId: novelId })).toMatchObject({
      chapterCount: 0,
      wordCount: 0,
    });
    expect((await refusalOf(owner.api.chapter.chapterInfo({ chapterId }))).code).toBe(-101);
  });

  it('are remembered as recent when opened for editing', async () => {
    const { owner, chapterId } = await crew();
    await openEditor(owner, chapterId);
    expect((await owner.api.chapter.recentChapters({})).list.map(({ id }) => id)).toEqual([chapterId]);
  });
});

describe('the chapter lock', () => {
  it('tells who holds it and admits nobody else', async () => {
    const { owner, editor, chapterId } = await crew();
    await openEditor(owner, chapterId);
    const refusal = await refusalOf(openEditor(editor, chapterId));
    expect(refusal).toMatchObject({ code: -3, refusal: 'CHAPTER_LOCKED' });
    expect(refusal.message).toContain(owner.name);
    expect((await editor.api.chapter.chapterInfo({ chapterId })).lock).toMatchObject({
      userName: owner.name,
      mine: false,
      type: 1,
    });
  });

  it('is all or none over several chapters', async () => {
    const { owner, editor, novelId, chapterId } = await crew();
    const { id: second } = await owner.api.chapter.addChapter({ productId: novelId, name: '二' });
    await openEditor(owner, second);
    const both = editor.api.chapter.lockChapters({
      chapterIds: [chapterId, second],
      type: 1,
      editorId: randomUUID(),
    });
    expect((await refusalOf(both)).code).toBe(-3);
    expect((await editor.api.chapter.chapterInfo({ chapterId })).lock).toBeNull();
  });

  it('is freed by its holder only, and by the right page', async () => {
    const { owner, editor, chapterId } = await crew();
    const held = await openEditor(owner, chapterId);
    await editor.api.chapter.unlockChapter({ chapterId, type: 1, editorId: held.editorId });
    await owner.api.chapter.unlockChapter({ chapterId, type: 1, editorId: randomUUID() });
    await owner.api.chapter.unlockChapter({ chapterId, type: 2, editorId: held.editorId });
    expect((await owner.api.chapter.chapterInfo({ chapterId })).lock).not.toBeNull();
    await owner.api.chapter.unlockChapter({ chapterId, type: 1, editorId: held.editorId });
    expect((await openEditor(editor, chapterId)).held.fence).toBe(2);
  });

  it('passes to others when the lease has run out, by the clock of the database', async () => {
    const { owner, editor, chapterId } = await crew();
    const held = await openEditor(owner, chapterId);
    await test.db
      .updateTable('chapter_locks')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('chapter_id', '=', chapterId)
      .execute();
    await openEditor(editor, chapterId);
    const check = await owner.api.chapter.checkChapter({ chapterId, editorId: held.editorId, type: 1 });
    expect(check.held).toBe(false);
  });

  it('is renewed by a check of the holding page', async () => {
    const { owner, chapterId } = await crew();
    const held = await openEditor(owner, chapterId);
    const soon = new Date(Date.now() + 5000);
    await test.db
      .updateTable('chapter_locks')
      .set({ expires_at: soon })
      .where('chapter_id', '=', chapterId)
      .execute();
    expect((await owner.api.chapter.checkChapter({ chapterId, editorId: held.editorId, type: 1 })).held).toBe(
      true,
    );
    const { expires_at } = await test.db
      .selectFrom('chapter_locks')
      .select('expires_at')
      .where('chapter_id', '=', chapterId)
      .executeTakeFirstOrThrow();
    expect(expires_at?.getTime()).toBeGreaterThan(soon.getTime() + 60_000);
  });

  it('is taken over by the creator, not by a member, and the loser can no longer save', async () => {
    const { owner, editor, chapterId, chapterUrlId } = await crew();
    const held = await openEditor(editor, chapterId);
    const { html } = await held.read(chapterUrlId);
    const locks = await owner.api.chapter.lockChapters({
      chapterIds: [chapterId],
      type: 1,
      editorId: randomUUID(),
      takeOver: 1,
    });
    expect(locks.locks[0]?.fence).toBe(2);
    const back = editor.api.chapter.lockChapters({
      chapterIds: [chapterId],
      type: 1,
      editorId: randomUUID(),
      takeOver: 1,
    });
    expect((await refusalOf(back)).code).toBe(-3);
    expect((await refusalOf(held.save(html.replace('清晨', '傍晚')))).refusal).toBe('LOCK_LOST');
  });

  it('has one holder however many ask at once', async () => {
    const { owner, novelId, chapterId } = await crew();
    const users = await Promise.all(Array.from({ length: 12 }, () => buildUser(test)));
    for (const user of users) await buildMember(test, novelId, user.id, editorFlags);
    const { id: second } = await owner.api.chapter.addChapter({ productId: novelId, name: '二' });
    const asked = await Promise.allSettled(
      users.map(({ api }, index) =>
        api.chapter.lockChapters({
          chapterIds: index % 2 === 0 ? [chapterId, second] : [second, chapterId],
          type: 1,
          editorId: randomUUID(),
        }),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
