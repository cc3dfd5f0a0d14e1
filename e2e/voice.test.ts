import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { whileUnwritable } from './harness/database.ts';
import { chooseLine, keyOf, openDesk, role, saveState, waiting } from './harness/desk.ts';
import { clearMorning, newNovel, rainyNight } from './harness/novels.ts';
import type { MadeNovel } from './harness/novels.ts';
import { newPerson } from './harness/people.ts';
import type { Person } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

const stage = openStage('voice');
let producer: Person;
let novel: MadeNovel;
beforeAll(async () => {
  producer = await newPerson(`后期${Date.now() % 1_000_000}`);
  novel = await newNovel(producer, '雨夜有声');
});

declare global {
  interface Window {
    /** Every sound element that was told to play. */
    heard: HTMLMediaElement[];
  }
}

/** Keeps hold of the sound elements, which are not in the document. */
const listenIn = (page: Page) =>
  page.addInitScript(() => {
    window.heard = [];
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function listenedPlay(this: HTMLMediaElement) {
      if (!window.heard.includes(this)) window.heard.push(this);
      return play.call(this);
    };
  });
const secondsHeard = (page: Page) =>
  page.evaluate(() => Math.max(0, ...window.heard.map((sound) => sound.currentTime)));

const openVoice = async (page: Page, chapter = novel.chapters[0].id) => {
  await page.goto(`/voice/${novel.id}/${chapter}`);
  await page.getByRole('heading', { name: '配音', level: 1 }).waitFor();
};
const upToDate = (page: Page) => page.getByText(/^音频是最新的，\d+ 句，/);
const spokenNow = (page: Page) => page.getByRole('option', { selected: true }).innerText();

async function markChapter(page: Page, chapter: string, speakers: readonly [words: string, name: string][]) {
  await openDesk(page, novel, chapter);
  for (const [words, name] of speakers) {
    await chooseLine(page, words);
    await page.keyboard.press(await keyOf(page, name));
  }
  await waiting(page, 0).waitFor();
  await page.keyboard.press('Control+s');
  await saveState(page, /^已保存/).waitFor();
}

async function synthesise(page: Page): Promise<void> {
  await page.getByRole('button', { name: '合成本章' }).click();
  await page.getByRole('dialog', { name: '合成本章' }).getByRole('button', { name: '开始合成' }).click();
}

async function newestTask() {
  const { list } = await producer.api.synthesis.listTasks({ productId: novel.id });
  const task = list.toSorted((one, other) => other.createTime.localeCompare(one.createTime))[0];
  if (task === undefined) throw new Error('no task');
  return task;
}

test('from the desk to a first recording: voices, progress, listening line by line', async () => {
  const page = await stage.page(producer);
  await openDesk(page, novel);
  await page.getByRole('button', { name: /一键建角色（\d+ 个人名）/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /建/ }).last().click();
  await role(page, '阿青').waitFor();
  await markChapter(page, novel.chapters[0].id, [
    ['你怎么现在还不睡', '老周'],
    ['我在等你', '阿青'],
    ['等我做什么', '老周'],
    ['我们就走吧', '阿青'],
    ['好，明天一早就走', '老周'],
  ]);
  await page.getByRole('button', { name: '合成', exact: true }).click();

  // Nobody has a voice yet: the dialog names them and leads to the choice.
  await page.getByText('还没有音频', { exact: false }).waitFor();
  await page.getByRole('button', { name: '合成本章' }).click();
  const dialog = page.getByRole('dialog', { name: '合成本章' });
  await dialog.getByText('有 3 个角色还没有音色，选好之后才能合成').waitFor();
  await dialog.getByRole('button', { name: '老周：去选音色' }).click();
  const choice = page.getByRole('combobox', { name: '老周的音色' });
  await expect.poll(() => choice.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.getByText('男声', { exact: false }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('老周的音色已保存').waitFor();
  await page.getByRole('button', { name: '自动配音色（2）' }).click();
  await page.getByText('已为 2 个角色配好音色').waitFor();

  // Sound cannot be stored for a while, so that the progress can be looked at.
  await whileUnwritable('speech_segments', async () => {
    await synthesise(page);
    const work = page.getByRole('region', { name: '合成任务' });
    await work.getByText('合成《第一章 雨夜》').waitFor();
    await work.getByText(/^0 \/ \d+ 行/).waitFor();
    await work.getByRole('button', { name: '取消' }).waitFor();
  });
  await upToDate(page).waitFor({ timeout: 60_000 });
  const [item] = (await newestTask()).items;
  expect(item?.renderedCount).toBe(item?.lineCount);

  await listenIn(page);
  await page.reload();
  await page.getByRole('option').filter({ hasText: '你怎么现在还不睡' }).click();
  await page.getByRole('button', { name: '暂停（空格）' }).waitFor();
  await expect.poll(() => secondsHeard(page)).toBeGreaterThan(0.2);
  expect(await spokenNow(page)).toContain('你怎么现在还不睡');
  const heard = await secondsHeard(page);
  await expect.poll(() => spokenNow(page), { timeout: 20_000 }).not.toContain('你怎么现在还不睡');
  expect(await secondsHeard(page)).toBeGreaterThan(heard);
  await page.getByRole('button', { name: '暂停（空格）' }).click();
  await page.getByRole('button', { name: '播放（空格）' }).waitFor();
});

test('one line changes its role, and only that line is rendered again', async () => {
  const page = await stage.page(producer);
  await openDesk(page, novel);
  await chooseLine(page, '等我做什么');
  await page.keyboard.press(await keyOf(page, '阿青'));
  await page.keyboard.press('Control+s');
  await saveState(page, /^已保存/).waitFor();
  await openVoice(page);
  await page.getByText('正文或角色已改动，1 行需要重做').waitFor();
  await page.getByRole('option').filter({ hasText: '等我做什么' }).getByText('待重做').waitFor();
  await page.getByRole('button', { name: '合成本章' }).click();
  const dialog = page.getByRole('dialog', { name: '合成本章' });
  await dialog.getByText(/^1 行，.*其余沿用已有的声音$/).waitFor();
  await dialog.getByRole('button', { name: '开始合成' }).click();
  await upToDate(page).waitFor({ timeout: 60_000 });
  const task = await newestTask();
  expect(task.items.map(({ renderedCount, state }) => ({ renderedCount, state }))).toEqual([
    { renderedCount: 1, state: 'done' },
  ]);
  await page.getByRole('button', { name: /版本$/ }).click();
  await page.getByRole('dialog', { name: '音频版本' }).getByText('第 2 版').waitFor();
});

async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const arriving = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('dialog', { name: '下载' }).getByRole('button', { name: button }).click();
  const file = await arriving;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('the chapter as MP3, and the novel as M4B with its chapter titles', async () => {
  const page = await stage.page(producer);
  const [, second] = novel.chapters;
  await markChapter(page, second?.id ?? '', [
    ['走吧', '阿青'],
    ['走。', '老周'],
  ]);
  await openVoice(page);
  await page.getByRole('button', { name: '合成更多章节' }).click();
  await page.getByRole('menuitem', { name: '合成全部章节' }).click();
  await page.getByRole('dialog', { name: '合成 2 章' }).getByRole('button', { name: '开始合成' }).click();
  await expect.poll(async () => (await newestTask()).state, { timeout: 60_000 }).toBe('done');

  await page.getByRole('button', { name: /下载$/ }).click();
  const mp3 = await download(page, '下载本章 MP3');
  expect(mp3.name).toMatch(/第一章 雨夜.*\.mp3$/);
  expect(mp3.bytes.subarray(0, 3).toString('latin1')).toBe('ID3');
  const m4b = await download(page, '下载整本 M4B');
  expect(m4b.name).toBe('《雨夜有声》.m4b');
  expect(m4b.bytes.subarray(4, 12).toString('latin1')).toMatch(/^ftypM4[AB] $/);
  for (const { name } of [rainyNight, clearMorning]) expect(m4b.bytes.includes(Buffer.from(name))).toBe(true);
  expect(m4b.bytes.length).toBeGreaterThan(20_000);
});
