import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNovel, buildUser, openEditor, refusalOf } from '../testing/factories.ts';
import { buildApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { createLog } from './log.ts';

const lines: string[] = [];
const log = createLog('trace', { process: 'test' }, { write: (line) => void lines.push(line) });
let test: TestApp;
beforeAll(async () => {
  test = await buildApp({ log });
});
afterAll(() => test.close());

it('holds no text, token, phone or password, even of failures', async () => {
  const canary = '金丝雀在第三层阁楼里唱歌';
  const user = await buildUser(test);
  const { chapterId, chapterUrlId } = await buildNovel(user, `“${canary}。”祥子说。`);
  const editor = await openEditor(user, chapterId);
  const { html } = await editor.read(chapterUrlId);
  await editor.save(html.replace('祥子', '虎妞'));
  await refusalOf(editor.save(`${html}<script>`));
  await test.db.schema.alterTable('chapter_saves').renameTo('away').execute();
  const failed = await refusalOf(editor.save(html.replace('祥子', '刘四')));
  await test.db.schema.alterTable('away').renameTo('chapter_saves').execute();
  expect(failed.message).toContain('编号');
  log.error({
    event: 'planted',
    token: user.token,
    phone: '13900000000',
    password: 'secret-password',
    html: canary,
    err: Object.assign(new Error('broke'), { detail: canary }),
  });
  const all = lines.join('');
  expect(all).toContain('http.failure');
  expect(all).toContain('planted');
  for (const secret of [canary, user.token, '13900000000', 'secret-password'])
    expect(all).not.toContain(secret);
});

it('keeps a line a line, whatever a value holds', () => {
  lines.length = 0;
  log.warn({ event: 'name', name: 'a\r\n{"level":50,"event":"forged"}' });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd().split('\n')).toHaveLength(1);
});
