import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  chooseLine,
  keyOf,
  line,
  makeRole,
  openDesk,
  paper,
  role,
  saveState,
  waiting,
} from './harness/desk.ts';
import { newNovel, storedHtml } from './harness/novels.ts';
import { newPerson } from './harness/people.ts';
import type { Person } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

const stage = openStage('desk');
let marker: Person;
beforeAll(async () => {
  marker = await newPerson(`画本师${Date.now() % 1_000_000}`);
});

const roleOf = (page: Page, words: string) => line(page, words).getAttribute('data-role');
const colourOf = (page: Page, words: string) =>
  line(page, words).evaluate((element) => getComputedStyle(element).color);

/** What is told at each Tab. */
async function walkWaiting(page: Page, steps: number): Promise<string[]> {
  const told: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const news = page.getByText(/^待定：/);
    await expect.poll(() => news.innerText()).not.toBe(told.at(-1));
    told.push(await news.innerText());
  }
  return told;
}

test('mark a chapter: roles, keys, clicks, undo, save, reload', async () => {
  const page = await stage.page(marker);
  const novel = await newNovel(marker, '雨夜');
  await page.goto(`/homepage/createnewproject/projectfliedetail/${novel.id}`);
  await page.getByRole('link', { name: '第一章 雨夜' }).click();
  await page.getByText('锁定：我').waitFor();
  await waiting(page, 5).waitFor();
  await page.getByText(/老周、阿青|阿青、老周/).waitFor();

  await makeRole(page, { names: ['老周', '周师傅'], sex: '男', colour: 2 });
  await makeRole(page, { names: ['阿青'], sex: '女', colour: 9 });
  expect(await role(page, '老周').innerText()).toContain('男');
  expect(await role(page, '老周').getAttribute('title')).toBe('别名：周师傅');
  expect(await role(page, '阿青').innerText()).toContain('女');

  // The words beside a line say who speaks: shown as a suggestion with its evidence.
  await chooseLine(page, '你怎么现在还不睡');
  await page.getByRole('button', { name: /老周 ?\d+%/ }).waitFor();
  const ink = await colourOf(page, '你怎么现在还不睡');
  await page.keyboard.press(await keyOf(page, '老周'));
  await waiting(page, 4).waitFor();
  const zhou = await roleOf(page, '你怎么现在还不睡');
  expect(zhou).not.toBeNull();
  expect(await colourOf(page, '你怎么现在还不睡')).not.toBe(ink);

  // A line that waited leads on to the next one, and Tab goes round what is left.
  expect(await walkWaiting(page, 4)).toEqual([
    '待定：“等我做什么？”',
    '待定：“明天一早，我们就走吧。”',
    '待定：“好，明天一早就走。”',
    '待定：“我在等你。”',
  ]);
  await role(page, '阿青').click();
  await waiting(page, 3).waitFor();
  const qing = await roleOf(page, '我在等你');
  expect(qing).not.toBe(zhou);

  // One key undoes marks and cast alike.
  await page.keyboard.press('Control+z');
  await waiting(page, 4).waitFor();
  await page.keyboard.press('Control+y');
  await waiting(page, 3).waitFor();
  await makeRole(page, { names: ['过客'], sex: '未知' });
  await role(page, '过客').waitFor();
  await page.keyboard.press('Control+z');
  await role(page, '过客').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+z');
  await role(page, '过客').waitFor();

  // Ctrl+S: "saved" is said after the answer and not before.
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/upload/savehtml', async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+s');
  await asked.promise;
  await saveState(page, '保存中').waitFor();
  expect(await page.getByText(/已保存/).count()).toBe(0);
  expect(await storedHtml(marker, novel, novel.chapters[0].id)).not.toContain(String(zhou));
  held.resolve();
  await saveState(page, /^已保存 \d\d:\d\d:\d\d$/).waitFor();
  expect(await storedHtml(marker, novel, novel.chapters[0].id)).toContain(String(zhou));

  await page.reload();
  await waiting(page, 3).waitFor();
  expect(await roleOf(page, '你怎么现在还不睡')).toBe(zhou);
  expect(await roleOf(page, '我在等你')).toBe(qing);
  expect(await role(page, '老周').innerText()).toMatch(/1\s*句/);
  await role(page, '过客').waitFor();
});

test('after a click on a role the keys go on in the manuscript', async () => {
  const page = await stage.page(marker);
  const novel = await newNovel(marker, '接着按键');
  await openDesk(page, novel);
  await makeRole(page, { names: ['老周'], sex: '男' });
  await chooseLine(page, '你怎么现在还不睡');
  await role(page, '老周').click();
  await waiting(page, 4).waitFor();
  expect(await walkWaiting(page, 1)).toEqual(['待定：“等我做什么？”']);
});

test('suggestions are taken by key and all at once, names become roles', async () => {
  const page = await stage.page(marker);
  const novel = await newNovel(marker, '建议');
  await openDesk(page, novel);
  await page.getByRole('button', { name: /一键建角色（\d+ 个人名）/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /建/ }).last().click();
  await role(page, '老周').waitFor();
  await role(page, '阿青').waitFor();
  await page.getByRole('button', { name: /采纳高可信 \d+ 行/ }).click();
  await page.getByText(/已采纳 \d+ 行，可用 Ctrl\+Z 一次撤销/).waitFor();
  const zhou = await roleOf(page, '你怎么现在还不睡');
  expect(zhou).not.toBeNull();
  expect(await roleOf(page, '好，明天一早就走')).toBe(zhou);
  expect(await roleOf(page, '我在等你')).not.toBe(zhou);
  await page.keyboard.press('Control+z');
  await waiting(page, 5).waitFor();
});

test('what nobody saves is saved by itself after twenty seconds', async () => {
  const page = await stage.page(marker);
  const novel = await newNovel(marker, '自动保存');
  await page.clock.install();
  await openDesk(page, novel);
  await chooseLine(page, '我在等你');
  await page.keyboard.press('n');
  await saveState(page, '未保存').waitFor();
  await page.clock.fastForward(21_000);
  await saveState(page, /^已保存/).waitFor();
  expect(await storedHtml(marker, novel, novel.chapters[0].id)).toContain('noLine');
});

test('words are typed with the keyboard and with an input method', async () => {
  const page = await stage.page(marker);
  const novel = await newNovel(marker, '改字');
  await openDesk(page, novel);
  const ending = paper(page).getByText('窗外的雨渐渐小了。');
  await page.keyboard.press('x');
  expect(await paper(page).innerText()).not.toContain('x');
  await page.getByRole('button', { name: /标注$/ }).click();
  await page.getByRole('button', { name: /改字$/ }).waitFor();
  await ending.click();
  await page.keyboard.press('End');
  await page.keyboard.type('Abc 12');
  await paper(page).getByText('窗外的雨渐渐小了。Abc 12', { exact: true }).waitFor();

  const devtools = await page.context().newCDPSession(page);
  for (const text of ['t', 'ti', 'tia', 'tian', 'tianl', 'tianliang'])
    await devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await paper(page).getByText('Abc 12tianliang', { exact: false }).waitFor();
  await devtools.send('Input.insertText', { text: '天亮了' });
  await paper(page).getByText('窗外的雨渐渐小了。Abc 12天亮了', { exact: true }).waitFor();
  // A composition that is given up leaves nothing behind.
  await devtools.send('Input.imeSetComposition', { text: 'xiao', selectionStart: 4, selectionEnd: 4 });
  await devtools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await page.keyboard.type('。');
  await paper(page).getByText('窗外的雨渐渐小了。Abc 12天亮了。', { exact: true }).waitFor();

  // New words can be made dialogue, and a paragraph can be broken.
  await page.keyboard.press('Enter');
  await page.keyboard.type('“走吧。”');
  await page.keyboard.press('Control+s');
  await saveState(page, /^已保存/).waitFor();
  const html = await storedHtml(marker, novel, novel.chapters[0].id);
  expect(html).toContain('窗外的雨渐渐小了。Abc 12天亮了。</p>');
  expect(html).toContain('“走吧。”');
  await page.reload();
  await paper(page).getByText('窗外的雨渐渐小了。Abc 12天亮了。', { exact: true }).waitFor();
});
