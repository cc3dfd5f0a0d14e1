import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildNovel, buildUser, refusalOf } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

const names = (...list: string[]) => JSON.stringify(list);

describe('cast', () => {
  it('refuses whoever lacks the role flag', async () => {
    const owner = await buildUser(test);
    const marker = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    await buildMember(test, novelId, marker.id, '00001000');
    expect(
      (await refusalOf(marker.api.cast.addRole({ productNumber: novelId, name: names('甲'), sex: '' }))).code,
    ).toBe(-101);
    expect((await marker.api.cast.listRoles({ productId: novelId })).list).toHaveLength(1);
  });

  it('refuses malformed names and styles', async () => {
    const owner = await buildUser(test);
    const { novelId: productNumber } = await buildNovel(owner);
    const add = (name: string, style?: string) =>
      owner.api.cast.addRole({ productNumber, name, sex: '', ...(style === undefined ? {} : { style }) });
    expect((await refusalOf(add('不是 JSON'))).message).toContain('角色名');
    expect((await refusalOf(add('[]'))).message).toContain('至少');
    expect((await refusalOf(add(names('甲'), '{"color":"url(x)"}'))).code).toBe(-2);
    expect((await owner.api.cast.listRoles({ productId: productNumber })).list).toHaveLength(1);
  });

  it('has narration built in, which cannot be discarded', async () => {
    const owner = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    const { list } = await owner.api.cast.listRoles({ productId: novelId });
    expect(list).toMatchObject([{ id: 'noLine', className: 'noLine', name: names('（旁白）') }]);
    expect(
      (
        await refusalOf(
          owner.api.cast.discardRoles({
            productId: novelId,
            ids: [
              (
                await test.db
                  .selectFrom('roles')
                  .select('id')
                  .where('novel_id', '=', novelId)
                  .executeTakeFirstOrThrow()
              ).id,
            ],
          }),
        )
      ).code,
    ).toBe(-101);
  });

  it('keeps names unique over aliases and discarded roles', async () => {
    const owner = await buildUser(test);
    const { novelId: productNumber } = await buildNovel(owner);
    const add = (...list: string[]) =>
      owner.api.cast.addRole({ productNumber, name: names(...list), sex: 'male' });
    const role = await add('祥子', '骆驼祥子');
    expect((await refusalOf(add('骆驼祥子'))).refusal).toBe('ROLE_NAME_TAKEN');
    await owner.api.cast.discardRoles({ productId: productNumber, ids: [role.id] });
    expect((await refusalOf(add('祥子'))).refusal).toBe('ROLE_NAME_TAKEN');
    expect((await owner.api.cast.listDiscardedRoles({ productId: productNumber })).list).toHaveLength(1);
    await owner.api.cast.restoreRoles({ productId: productNumber, ids: [role.id] });
    const edited = await owner.api.cast.editRole({
      id: role.id,
      productNumber,
      name: names('祥子'),
      sex: 'male',
      cv: '刘某',
    });
    expect(edited).toMatchObject({ name: names('祥子'), cv: '刘某', sex: 'male' });
    await add('骆驼祥子');
    expect((await owner.api.novel.novelInfo({ productId: productNumber })).roleCount).toBe(2);
  });

  it('cannot reach a role through another novel', async () => {
    const owner = await buildUser(test);
    const thief = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    const own = await buildNovel(thief);
    const role = await owner.api.cast.addRole({ productNumber: novelId, name: names('虎妞'), sex: 'female' });
    expect(
      (
        await refusalOf(
          thief.api.cast.editRole({ id: role.id, productNumber: own.novelId, name: names('盗'), sex: '' }),
        )
      ).code,
    ).toBe(-101);
    expect(
      (await refusalOf(thief.api.cast.discardRoles({ productId: own.novelId, ids: [role.id] }))).code,
    ).toBe(-101);
  });

  it('keeps hot keys that point to roles of the novel only', async () => {
    const owner = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    const role = await owner.api.cast.addRole({ productNumber: novelId, name: names('虎妞'), sex: 'female' });
    expect(
      (await refusalOf(owner.api.cast.editHotKeys({ productId: novelId, hotKey: { 1: 'someone' } }))).code,
    ).toBe(-2);
    await owner.api.cast.editHotKeys({ productId: novelId, hotKey: { 1: role.id, 0: 'noLine' } });
    expect(await owner.api.cast.hotKeys({ productId: novelId })).toEqual({
      hotKey: { 1: role.id, 0: 'noLine' },
    });
  });
});
