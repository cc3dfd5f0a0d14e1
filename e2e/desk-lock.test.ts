import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { query } from './harness/database.ts';
import { chooseLine, openDesk, paper, saveState, waiting } from './harness/desk.ts';
import { newNovel, storedHtml } from './harness/novels.ts';
import type { MadeNovel } from './harness/novels.ts';
import { newPerson } from './harness/people.ts';
import type { Person } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

const stage = openStage('desk-lock');
let owner: Person;
let colleague: Person;
beforeAll(async () => {
  owner = await newPerson(`主编${Date.now() % 1_000_000}`);
  colleague = await newPerson(`校对${Date.now() % 1_000_000}`);
});

const addMember = (novel: MadeNovel, person: Person, flags: string) =>
  query('insert into novel_members (novel_id, user_id, flags, confirmed) values ($1, $2, $3, true)', [
    novel.id,
    person.id,
    flags,
  ]);

/** The texts that this browser keeps for the case that the page is lost. */
const keptDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('huaben-drafts');
        opening.onerror = () => reject(new Error('no drafts'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onerror = () => reject(new Error('unreadable drafts'));
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map((draft: { html: string }) => draft.html));
          };
        };
      }),
  );

async function typeAtEnd(page: Page, words: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.getByRole('button', { name: /改字$/ }).waitFor();
  await paper(page).getByText('窗外的雨渐渐小了。').click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
  await paper(page).getByText(`窗外的雨渐渐小了。${words}`).waitFor();
}

test('a page that crashes loses nothing: its draft is offered and can be compared and restored', async () => {
  const context = await stage.context(owner);
  const novel = await newNovel(owner, '崩溃');
  const [{ id }] = novel.chapters;
  const page = await context.newPage();
  await openDesk(page, novel);
  await typeAtEnd(page, '还没来得及保存。');
  await saveState(page, '未保存').waitFor();
  await expect.poll(() => keptDrafts(page)).toEqual([expect.stringContaining('还没来得及保存。')]);
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  expect(await storedHtml(owner, novel, id)).not.toContain('还没来得及保存');

  const again = await context.newPage();
  await openDesk(again, novel);
  const offer = again.getByRole('dialog', { name: '有一份没保存的草稿' });
  await offer.waitFor();
  await offer.getByRole('button', { name: '对照' }).click();
  const comparison = again.getByRole('dialog', { name: '本机草稿与服务器上的稿件' });
  await comparison.getByText('还没来得及保存').first().waitFor();
  await comparison.getByRole('button', { name: '恢复' }).click();
  await paper(again).getByText('窗外的雨渐渐小了。还没来得及保存。').waitFor();
  await saveState(again, /^已保存/).waitFor();
  expect(await storedHtml(owner, novel, id)).toContain('还没来得及保存。');
  await expect.poll(() => keptDrafts(again)).toEqual([]);

  await again.reload();
  await paper(again).getByText('还没来得及保存。').waitFor();
  expect(await again.getByRole('dialog').count()).toBe(0);
});

test('a save whose answer is lost is asked for again and stored once', async () => {
  // The connection is cut on purpose, and the browser reports the cut.
  stage.expectConsole(/net::ERR_(FAILED|CONNECTION)/);
  const page = await stage.page(owner);
  const novel = await newNovel(owner, '断线');
  const [{ id }] = novel.chapters;
  await openDesk(page, novel);
  let cut = 0;
  await page.route('**/upload/savehtml', async (route) => {
    if (cut > 0) return route.continue();
    cut += 1;
    // The server stores it, but the page never hears of it.
    await route.fetch();
    await route.abort();
  });
  await chooseLine(page, '我在等你');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+s');
  await saveState(page, '未保存，正在重试').waitFor();
  expect(await page.getByText(/已保存/).count()).toBe(0);
  await saveState(page, /^已保存/).waitFor();
  expect((await owner.api.chapter.chapterInfo({ chapterId: id })).revision).toBe(2);
});

test('the same person on a newer page: the older page says that it has expired', async () => {
  const novel = await newNovel(owner, '两个页面');
  const older = await stage.page(owner);
  await openDesk(older, novel);
  const newer = await stage.page(owner);
  await openDesk(newer, novel);
  const told = older.getByRole('dialog', { name: '页面已过期，请重新进入' });
  await told.waitFor();
  await chooseLine(newer, '我在等你');
  await newer.keyboard.press('n');
  await newer.keyboard.press('Control+s');
  await saveState(newer, /^已保存/).waitFor();
  await told.getByRole('button', { name: '重新进入' }).click();
  await older.getByText('锁定：我').waitFor();
  await waiting(older, 4).waitFor();
  await newer.getByRole('dialog', { name: '页面已过期，请重新进入' }).waitFor();
});

test('another person is told who edits, may read, and gets the chapter when it is free', async () => {
  const novel = await newNovel(owner, '两个人');
  await addMember(novel, colleague, '00001000');
  const first = await stage.page(owner);
  await openDesk(first, novel);

  const second = await stage.page(colleague);
  await second.goto(`/tool/${novel.id}/${novel.chapters[0].id}`);
  await second.getByText('「第一章 雨夜」正在被编辑').waitFor();
  await second.getByText(new RegExp(`${owner.name} 从 .* 起在编辑`)).waitFor();
  expect(await second.getByRole('button', { name: '接管' }).count()).toBe(0);
  await second.getByRole('button', { name: '只读打开' }).click();
  await second.getByText(`只读：「${owner.name}」正在编辑`).waitFor();
  await chooseLine(second, '我在等你');
  await second.keyboard.press('n');
  await second.getByText('只读，不能修改').waitFor();

  // The chapter list shows the lock too.
  await second.goto(`/homepage/createnewproject/projectfliedetail/${novel.id}`);
  await second.getByRole('row').filter({ hasText: '第一章 雨夜' }).getByText(owner.name).first().waitFor();

  await first.getByRole('button', { name: '返回' }).click();
  await first.getByRole('grid', { name: '章节列表' }).waitFor();
  await openDesk(second, novel);
  await waiting(second, 5).waitFor();
});

test('an administrator takes over, and the other page keeps its text', async () => {
  const novel = await newNovel(owner, '接管');
  await addMember(novel, colleague, '00001000');
  const editing = await stage.page(colleague);
  await openDesk(editing, novel);
  await typeAtEnd(editing, '我还在写。');

  const page = await stage.page(owner);
  await page.goto(`/tool/${novel.id}/${novel.chapters[0].id}`);
  await page.getByRole('button', { name: '接管' }).click();
  await page
    .getByRole('dialog', { name: '接管「第一章 雨夜」？' })
    .getByRole('button', { name: '接管' })
    .click();
  await page.getByText('锁定：我').waitFor();
  await editing.getByText(`「${owner.name}」接管了这一章，稿件已留在本机草稿`).first().waitFor();
  await paper(editing).getByText('我还在写。').waitFor();
  await saveState(editing, '未保存，稿件在本机草稿').waitFor();
});
