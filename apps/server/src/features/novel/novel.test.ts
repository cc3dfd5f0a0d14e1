import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildNovel, buildUser, refusalOf } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

describe('novels', () => {
  it('refuses a stranger, and a member without the flag', async () => {
    const owner = await buildUser(test);
    const stranger = await buildUser(test);
    const reader = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    await buildMember(test, novelId, reader.id, '00000100');
    expect((await refusalOf(stranger.api.novel.novelInfo({ productId: novelId }))).code).toBe(-101);
    expect((await refusalOf(reader.api.novel.editNovel({ id: novelId, name: '改名' }))).code).toBe(-101);
    expect((await refusalOf(reader.api.novel.binNovel({ id: novelId }))).code).toBe(-101);
    expect((await reader.api.novel.novelInfo({ productId: novelId })).can).toMatchObject({
      edit: false,
      review: true,
      remove: false,
    });
  });

  it('does not count an unconfirmed member', async () => {
    const owner = await buildUser(test);
    const invited = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    await buildMember(test, novelId, invited.id, '01111111', false);
    expect((await refusalOf(invited.api.novel.novelInfo({ productId: novelId }))).code).toBe(-101);
  });

  it('refuses bad names with a sentence', async () => {
    const { api } = await buildUser(test);
    expect((await refusalOf(api.novel.addNovel({ name: '   ' }))).message).toContain('小说名不能为空');
    expect((await refusalOf(api.novel.addNovel({ name: '坏\u0000名' }))).message).toContain('控制字符');
    expect((await refusalOf(api.novel.addNovel({ name: '长'.repeat(61) }))).message).toContain('最多 60');
  });

  it('lists with filters, sorts and stored counters', async () => {
    const { api } = await buildUser(test);
    const first = await api.novel.addNovel({ name: '呼兰河传', genre: '名著' });
    const second = await api.novel.addNovel({ name: '镜花缘' });
    await api.chapter.addChapter({ productId: first.id, name: '一', text: '“你好。”他说。' });
    const names = async (filter: Parameters<typeof api.novel.listNovels>[0]) =>
      (await api.novel.listNovels(filter)).list.map(({ name }) => name);
    expect(await names({ timetype: 0, order: 0 })).toEqual(['呼兰河传', '镜花缘']);
    expect(await names({ timetype: 1, order: 1 })).toEqual(['呼兰河传', '镜花缘']);
    expect(await names({ genre: '名著' })).toEqual(['呼兰河传']);
    expect(await names({ name: '镜' })).toEqual(['镜花缘']);
    await api.novel.topNovel({ productId: second.id, topped: 1 });
    expect(await names({})).toEqual(['镜花缘', '呼兰河传']);
    expect(await api.novel.novelInfo({ productId: first.id })).toMatchObject({
      chapterCount: 1,
      markedChapterCount: 0,
      wordCount: 4,
    });
  });

  it('goes to the bin and back with its state, and is read-only when finished', async () => {
    const { api } = await buildUser(test);
    const { id } = await api.novel.addNovel({ name: '药' });
    await api.novel.markNovelOver({ productId: id, isOver: 1 });
    expect((await refusalOf(api.chapter.addChapter({ productId: id, name: '一' }))).refusal).toBe(
      'NOVEL_FINISHED',
    );
    await api.novel.binNovel({ id });
    await api.novel.binNovel({ id });
    expect((await api.novel.listNovels({})).list).toHaveLength(0);
    expect((await refusalOf(api.novel.editNovel({ id, name: '新' }))).refusal).toBe('NOVEL_BINNED');
    await api.novel.restoreNovel({ productId: id });
    expect(await api.novel.novelInfo({ productId: id })).toMatchObject({ isOver: 1, delTime: null });
  });

  it('closes a binned novel to its members', async () => {
    const owner = await buildUser(test);
    const member = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    await buildMember(test, novelId, member.id, '01111111');
    await owner.api.novel.binNovel({ id: novelId });
    expect((await refusalOf(member.api.novel.novelInfo({ productId: novelId }))).code).toBe(-101);
  });

  it('purges only from the bin, by name, all or none', async () => {
    const owner = await buildUser(test);
    const one = await buildNovel(owner);
    const two = await buildNovel(owner);
    await owner.api.novel.binNovel({ id: one.novelId });
    const purge = (names: string[]) =>
      owner.api.novel.purgeNovels({ productIds: [one.novelId, two.novelId], names });
    expect((await refusalOf(purge([one.name, '不对']))).message).toContain('不一致');
    expect((await refusalOf(purge([one.name, two.name]))).message).toContain('不在回收站');
    await owner.api.novel.binNovel({ id: two.novelId });
    await purge([one.name, two.name]);
    expect((await owner.api.novel.listBinnedNovels({})).list).toEqual([]);
    const left = await test.db
      .selectFrom('chapters')
      .select('id')
      .where('novel_id', 'in', [one.novelId, two.novelId])
      .execute();
    expect(left).toEqual([]);
  });
});
