import { afterAll, beforeAll, expect, it } from 'vitest';
import { enginesFor } from '../../composition.ts';
import { createLog } from '../../platform/log.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp({ engines: enginesFor(createLog('silent', {})) });
});
afterAll(() => test.close());

it('is ready to be listened to: every role speaks with a voice on offer', async () => {
  const { token } = await test.as(null).account.demoLogin({});
  const api = test.as(token);
  const { list: voices } = await api.synthesis.listVoices({});
  const [novel] = (await api.novel.listNovels({})).list;
  const { list: roles } = await api.cast.listRoles({ productId: novel?.id ?? '' });
  expect(roles).toHaveLength(7);
  expect(roles.filter(({ timbre }) => !voices.some(({ id }) => id === timbre))).toEqual([]);
  const { list: chapters } = await api.chapter.listChapters({ productId: novel?.id ?? '' });
  const marked = chapters.find(({ name }) => name === '故乡');
  const task = await api.synthesis.quoteTask({
    productId: novel?.id ?? '',
    chapterIds: [marked?.id ?? ''],
    key: 'demo-quote',
  });
  expect(task).toMatchObject({ state: 'quoted', coins: 0 });
});
