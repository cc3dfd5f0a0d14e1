import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { linesOf, parseManuscript } from '@huaben/manuscript';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { whileUnwritable } from './harness/database.ts';
import { dropFile } from './harness/drop-file.ts';
import { newNovel, storedHtml } from './harness/novels.ts';
import type { MadeNovel } from './harness/novels.ts';
import { newPerson } from './harness/people.ts';
import type { Person } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

const stage = openStage('auto-marking');
const nahan = readFileSync(join(import.meta.dirname, '../apps/server/assets/nahan.txt'));
let marker: Person;
let productId: string;
beforeAll(async () => {
  marker = await newPerson(`画本${Date.now() % 1_000_000}`);
  productId = (await marker.api.novel.addNovel({ name: '呐喊自动画' })).id;
});

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '自动画本' }).getByRole('link', { name });
const queue = (page: Page) => page.getByRole('listbox', { name: '待确认的台词' });
const current = (page: Page) => queue(page).getByRole('option', { selected: true });
const saved = (page: Page) => page.getByText('已保存', { exact: true });
const openLines = async (page: Page) => {
  const words = await page.getByText(/^还有 [\d,]+ 行$/).innerText();
  return Number(words.replace(/\D/g, ''));
};
/** The words of the line under review, without the notes below them. */
const wordsOf = async (option: Locator) => (await option.innerText()).split('\n')[0] ?? '';

test('from a txt to marked chapters: roles are found, put right and made, and a reload keeps the progress', async () => {
  const page = await stage.page(marker);
  await page.goto(`/homepage/createnewproject/projectfliedetail/${productId}`);
  await page.getByText('还没有章节', { exact: true }).waitFor();
  await dropFile(page, { name: '呐喊.txt', bytes: nahan });
  await page.getByRole('dialog').getByRole('button', { name: '确认导入' }).click();
  await page.getByText(/「呐喊.txt」导入完成/).waitFor();
  await page.getByRole('checkbox', { name: '选择全部' }).check();
  await page.getByRole('button', { name: /^自动画本 \d+ 章$/ }).click();

  // The ticks came along. Nothing but certainty is marked at once, so that there is enough to review.
  const all = page.getByRole('checkbox', { name: /^选择这 \d+ 章$/ });
  await all.waitFor();
  expect(await all.isChecked()).toBe(true);
  await page.getByRole('slider', { name: '直接采纳的把握' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('heading', { name: '直接采纳的把握：100%' }).waitFor();
  await page.getByRole('button', { name: /^找角色并开始画 \d+ 章$/ }).click();

  const found = page.getByRole('table', { name: '发现的角色' });
  await found.getByRole('button', { name: '修改「孔乙己」' }).waitFor({ timeout: 60_000 });
  await found.getByRole('button', { name: '修改「孔乙己」' }).click();
  const dialog = page.getByRole('dialog', { name: '「孔乙己」' });
  await dialog.getByRole('textbox', { name: '名字' }).fill('孔先生');
  await dialog.getByRole('radio', { name: '男' }).check();
  await dialog.getByRole('button', { name: '改好了' }).click();
  await found.getByText('孔先生').waitFor();
  const [dropped] = await found
    .getByRole('checkbox', { checked: true })
    .all()
    .then((boxes) => boxes.slice(-1));
  const droppedName = (await dropped?.getAttribute('aria-label'))?.replace(/^建角色「|」$/g, '');
  await dropped?.uncheck();

  // Nothing can be stored for a while, so that the run can be looked at and the page be reloaded.
  await whileUnwritable('chapters', async () => {
    await page.getByRole('button', { name: /^建 \d+ 个角色，开始画 \d+ 章$/ }).click();
    const progress = page.getByRole('region', { name: '进度' });
    await progress.getByRole('progressbar', { name: /^只补空白 \d+ 章$/ }).waitFor({ timeout: 60_000 });
    await page.reload();
    await progress.getByRole('progressbar', { name: /^只补空白 \d+ 章$/ }).waitFor();
    await progress.getByRole('button', { name: '取消' }).first().waitFor();
  });
  await page.getByText(/^只补空白结束：画完 \d+ 章$/).waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: /^去确认 [\d,]+ 行$/ }).waitFor();

  const { list } = await marker.api.cast.listRoles({ productId });
  const renamed = list.find(({ name }) => name.startsWith('["孔先生"'));
  expect(renamed).toMatchObject({ sex: 'male', name: expect.stringContaining('孔乙己') });
  expect(droppedName).toBeTruthy();
  expect(list.some(({ name }) => JSON.parse(name).includes(droppedName))).toBe(false);
});

test('review by keys: take, not dialogue, another role, undo; many at once above a threshold', async () => {
  const page = await stage.page(marker);
  await page.goto(`/autoWriter/${productId}`);
  await part(page, '待确认').click();
  await current(page).waitFor();
  const before = await openLines(page);
  expect(before).toBeGreaterThan(10);

  const { list } = await marker.api.autoMarking.reviewQueue({ productId, page: 1, size: 200 });
  const place = list.findIndex(({ candidates }) => typeof candidates[0]?.roleId === 'string');
  const wanted = list[place];
  if (wanted === undefined) throw new Error('no line has a candidate with a role');
  for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowDown');
  expect(await wordsOf(current(page))).toBe(wanted.text);
  await page.keyboard.press('1');
  await saved(page).waitFor();
  const roleOf = async (chapterId: string, lineId: string) => {
    const { chapterUrlId } = await marker.api.chapter.chapterInfo({ chapterId });
    const { html } = await marker.api.chapter.readManuscript({ productId, url: chapterUrlId });
    const line = linesOf(parseManuscript(html).doc).find((one) => one.lineId === lineId);
    return line && { roleId: line.roleId, kind: line.kind, origin: line.origin };
  };
  expect(await roleOf(wanted.chapterId, wanted.lineId)).toMatchObject({
    roleId: wanted.candidates[0]?.roleId,
    origin: 'human',
  });

  // Undone after it was stored, the same line is open again; then it is no dialogue.
  await page.keyboard.press('z');
  await expect.poll(() => wordsOf(current(page))).toBe(wanted.text);
  await page.keyboard.press('0');
  await page
    .getByRole('status')
    .getByText(/^不是台词：|行随之更新$/)
    .first()
    .waitFor();
  await saved(page).waitFor();
  await expect.poll(() => roleOf(wanted.chapterId, wanted.lineId)).toMatchObject({ kind: 'narration' });

  // Any other role, by pinyin.
  const words = await wordsOf(current(page));
  await page.keyboard.press('r');
  await page.getByRole('combobox', { name: '搜索角色' }).fill('kongxians');
  await page
    .getByRole('listbox', { name: '找到的角色' })
    .getByRole('option', { name: /孔先生/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => wordsOf(current(page))).not.toBe(words);
  await page.keyboard.press('s');
  await queue(page).getByText('已跳过').waitFor();
  await saved(page).waitFor();
  await expect.poll(() => openLines(page)).toBe(before - 2);

  // The place in the queue stands in the address.
  const here = await wordsOf(current(page));
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBeNull();
  await page.reload();
  await expect.poll(() => wordsOf(current(page))).toBe(here);

  await page.getByRole('button', { name: '采纳高把握的台词' }).click();
  const accept = page.getByRole('dialog', { name: '采纳高把握的台词' });
  await accept.getByText(/待确认 [\d,]+ 行，将采纳/).waitFor();
  await accept.getByRole('slider', { name: '采纳的把握' }).focus();
  await page.keyboard.press('Home');
  const button = accept.getByRole('button', { name: /^采纳 [\d,]+ 行$/ });
  const taken = Number((await button.innerText()).replace(/\D/g, ''));
  expect(taken).toBeGreaterThan(0);
  await button.click();
  await page
    .getByText(new RegExp(`^已采纳 ${taken.toLocaleString('zh-CN')} 行`))
    .waitFor({ timeout: 60_000 });
  await expect
    .poll(async () => (await marker.api.autoMarking.reviewQueue({ productId, page: 1, size: 1 })).total)
    .toBe(before - 2 - taken);
});

test('a selection is previewed and confirmed; a whole chapter has to be typed; handwork stays', async () => {
  const novel: MadeNovel = await newNovel(marker, '雨夜重画');
  const [chapter] = novel.chapters;
  const page = await stage.page(marker);
  await page.goto(`/autoWriter/${novel.id}/${chapter.id}?names=0`);
  await page.getByRole('button', { name: '开始画 1 章' }).click();
  await page.getByText('只补空白结束：画完 1 章').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: /^去确认 \d+ 行$/ }).click();
  await current(page).waitFor();
  const byHand = await wordsOf(current(page));
  await page.keyboard.press('0');
  await saved(page).waitFor();

  await page.goto(`/autoWriter/${novel.id}/${chapter.id}?mode=selection`);
  await page.getByRole('button', { name: '去选台词' }).click();
  await page.getByRole('checkbox', { name: /^选择这 \d+ 行$/ }).waitFor();
  await page.getByText('全部', { exact: true }).click();
  await page.getByText('手工标的，不动', { exact: false }).first().waitFor();
  await page.getByRole('checkbox', { name: /^选择这 \d+ 行$/ }).check();
  await page.getByRole('button', { name: /^预览重画 \d+ 行$/ }).click();
  await page.getByRole('button', { name: '重新选台词' }).waitFor({ timeout: 30_000 });

  await page.goto(`/autoWriter/${novel.id}/${chapter.id}?mode=chapter&names=0`);
  await page.getByRole('button', { name: '开始画 1 章' }).click();
  const dialog = page.getByRole('dialog', { name: '整章重画 1 章？' });
  const begin = dialog.getByRole('button', { name: '开始重画' });
  expect(await begin.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: '请输入「整章重画」确认' }).fill('整章重画');
  await begin.click();
  await page.getByText('整章重画结束：画完 1 章').waitFor({ timeout: 60_000 });
  await page.getByText(/手工 1 行未动/).waitFor();
  const lines = linesOf(parseManuscript(await storedHtml(marker, novel, chapter.id)).doc);
  expect(lines.find(({ text }) => text === byHand)).toMatchObject({ kind: 'narration', origin: 'human' });
});

test('every part is free of accessibility problems in both themes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await stage.page(marker, { colorScheme });
    const check = async (name: string, ready: Locator) => {
      await ready.waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
    };
    await page.goto(`/autoWriter/${productId}`);
    await check('chapters', page.getByRole('table', { name: '要画的章节' }));
    await part(page, '进度').click();
    await check('progress', page.getByRole('list', { name: '各章进度' }));
    await part(page, '待确认').click();
    await check(
      'review',
      page.getByRole('article', { name: '这一行' }).or(page.getByText('全部确认完了')).first(),
    );
  }
});
