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

const changed = (html: string, by: string) => html.replace('清晨，', `清晨，${by}`);
const revisions = (chapterId: string) =>
  test.db
    .selectFrom('chapter_revisions')
    .select(['number', 'kind', 'html'])
    .where('chapter_id', '=', chapterId)
    .orderBy('created_at')
    .execute();

describe('saving a manuscript', () => {
  it('refuses whoever may not edit, and nothing changes', async () => {
    const owner = await buildUser(test);
    const reader = await buildUser(test);
    const { novelId, chapterId, chapterUrlId } = await buildNovel(owner);
    await buildMember(test, novelId, reader.id, '00000100');
    const { html } = await reader.api.chapter.readManuscript({ productId: novelId, url: chapterUrlId });
    expect((await refusalOf(openEditor(reader, chapterId))).code).toBe(-101);
    const editor = await openEditor(owner, chapterId);
    const foreign = reader.api.manuscriptSave.saveManuscript(
      {
        chapterId,
        editorId: editor.editorId,
        fence: editor.held.fence,
        baseRevision: 1,
        saveId: randomUUID(),
        contentHash: '0'.repeat(64),
      },
      { file: { name: 'x.html', bytes: Buffer.from(html) } },
    );
    expect((await refusalOf(foreign)).refusal).toBe('MANUSCRIPT_INVALID');
    expect(await revisions(chapterId)).toHaveLength(1);
  });

  it('becomes a revision with counters, and reads back to the letter', async () => {
    const owner = await buildUser(test);
    const { novelId, chapterId, chapterUrlId } = await buildNovel(owner);
    const { id: roleId } = await owner.api.cast.addRole({
      productNumber: novelId,
      name: '["虎妞"]',
      sex: 'female',
    });
    const editor = await openEditor(owner, chapterId);
    const { html } = await editor.read(chapterUrlId);
    const marked = html.replace(
      'data-kind="dialogue" data-origin="rule"',
      `data-role="${roleId}" data-kind="dialogue" data-origin="human"`,
    );
    const saved = await editor.save(marked);
    expect(saved).toMatchObject({ revision: 2, lineCount: 2, unassignedCount: 1 });
    expect((await editor.read(saved.chapterUrlId)).html).toBe(marked);
    const { list } = await owner.api.cast.listRoles({ productId: novelId });
    expect(list.find(({ id }) => id === roleId)?.count).toBe(1);
    expect(await owner.api.chapter.chapterInfo({ chapterId })).toMatchObject({
      revision: 2,
      unassignedCount: 1,
      chapterUrlId: saved.chapterUrlId,
    });
  });

  it('gives the same answer to a retried save and makes no second revision', async () => {
    const owner = await buildUser(test);
    const { chapterId, chapterUrlId } = await buildNovel(owner);
    const editor = await openEditor(owner, chapterId);
    const { html } = await editor.read(chapterUrlId);
    const saveId = randomUUID();
    const first = await editor.save(changed(html, '一'), { saveId });
    const again = await editor.save(changed(html, '一'), { saveId });
    expect(again).toEqual(first);
    expect((await refusalOf(editor.save(changed(html, '二'), { saveId }))).code).toBe(-2);
    expect(await revisions(chapterId)).toHaveLength(2);
    const parallel = await Promise.all(
      [1, 2, 3].map(() =>
        editor.save(changed(html, '三'), { saveId: '0198b2d0-0000-7000-8000-000000000001', baseRevision: 2 }),
      ),
    );
    expect(new Set(parallel.map(({ chapterUrlId: url }) => url)).size).toBe(1);
    expect(await revisions(chapterId)).toHaveLength(3);
  });

  it('makes no revision of equal content', async () => {
    const owner = await buildUser(test);
    const { chapterId, chapterUrlId } = await buildNovel(owner);
    const editor = await openEditor(owner, chapterId);
    const { html } = await editor.read(chapterUrlId);
    expect(await editor.save(html)).toMatchObject({ revision: 1, chapterUrlId });
    expect(await revisions(chapterId)).toHaveLength(1);
  });

  it('refuses a stale base and a lost fence, and keeps their texts beside the history', async () => {
    const owner = await buildUser(test);
    const { chapterId, chapterUrlId } = await buildNovel(owner);
    const old = await openEditor(owner, chapterId);
    const { html } = await old.read(chapterUrlId);
    await old.save(changed(html, '一'));
    expect((await refusalOf(old.save(changed(html, '陈旧')))).refusal).toBe('SAVE_STALE');
    const newer = await openEditor(owner, chapterId);
    const saveId = randomUUID();
    expect((await refusalOf(old.save(changed(html, '失锁'), { baseRevision: 2, saveId }))).refusal).toBe(
      'LOCK_LOST',
    );
    expect((await refusalOf(old.save(changed(html, '失锁'), { baseRevision: 2, saveId }))).refusal).toBe(
      'LOCK_LOST',
    );
    await newer.save(changed(html, '二'));
    const kept = await revisions(chapterId);
    expect(kept.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'import'],
      [2, 'save'],
      [null, 'conflict'],
      [null, 'conflict'],
      [3, 'save'],
    ]);
    expect(kept[3]?.html).toContain('失锁');
  });

  it('stops a manuscript of another chapter with the sentence of the product', async () => {
    const owner = await buildUser(test);
    const one = await buildNovel(owner);
    const two = await buildNovel(owner);
    const editor = await openEditor(owner, one.chapterId);
    const { html } = await owner.api.chapter.readManuscript({
      productId: two.novelId,
      url: two.chapterUrlId,
    });
    const refusal = await refusalOf(editor.save(html));
    expect(refusal).toMatchObject({ refusal: 'CHAPTER_ID_MISMATCH' });
    expect(refusal.message).toContain('当前提交的 章节 出错了，为了防止内容保存出错，阻止了提交');
    expect(await revisions(one.chapterId)).toHaveLength(1);
  });

  it('refuses foreign markup, damaged bytes and a chapter over the limit', async () => {
    const owner = await buildUser(test);
    const { chapterId, chapterUrlId } = await buildNovel(owner);
    const editor = await openEditor(owner, chapterId);
    const { html } = await editor.read(chapterUrlId);
    for (const bad of [
      `${html}<script>alert(1)</script>`,
      html.replace('<p>', '<p onclick="x">'),
      `${html}<p>没有结束`,
    ]) {
      expect((await refusalOf(editor.save(bad))).refusal).toBe('MANUSCRIPT_INVALID');
    }
    expect((await refusalOf(editor.save(html, { contentHash: '0'.repeat(64) }))).message).toContain(
      '传输中损坏',
    );
    const long = await refusalOf(editor.save(`${html}<p>${'长'.repeat(50_000)}</p>`));
    expect(long.refusal).toBe('CHAPTER_TOO_LONG');
    expect(long.message).toMatch(/有 500\d\d 个字符/);
    expect(await revisions(chapterId)).toHaveLength(1);
  });
});
