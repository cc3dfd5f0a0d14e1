import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNovel, buildUser, openEditor } from '../testing/factories.ts';
import { buildApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { maintenance } from './maintenance.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

it('removes what has ended and nothing of a novel', async () => {
  const user = await buildUser(test);
  const ended = await buildUser(test);
  const { chapterId, chapterUrlId } = await buildNovel(user);
  const editor = await openEditor(user, chapterId);
  const { html } = await editor.read(chapterUrlId);
  await editor.save(html.replace('清晨', '黄昏'));
  const old = new Date(Date.now() - 40 * 86_400_000);
  await test.db
    .updateTable('user_sessions')
    .set({ expires_at: old })
    .where('user_id', '=', ended.id)
    .execute();
  await test.db.updateTable('chapter_saves').set({ saved_at: old }).execute();
  const { log } = test.services;
  await maintenance.run(
    { db: test.db, log, signal: new AbortController().signal, attempt: 1, lastAttempt: false },
    {},
  );
  expect(await test.db.selectFrom('user_sessions').select('user_id').execute()).toEqual([
    { user_id: user.id },
  ]);
  expect(await test.db.selectFrom('chapter_saves').select('save_id').execute()).toEqual([]);
  expect((await user.api.chapter.chapterInfo({ chapterId })).revision).toBe(2);
});
