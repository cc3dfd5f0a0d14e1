import type { Locator, Page } from 'playwright-core';
import type { MadeNovel } from './novels.ts';
import { eventually } from './waiting.ts';

/** The manuscript on the desk. */
export const paper = (page: Page): Locator => page.getByRole('textbox', { name: '稿纸' });

/** The line of dialogue with these words, as it stands in the manuscript. */
export const line = (page: Page, words: string): Locator =>
  paper(page).locator('[data-line]').filter({ hasText: words });

/** Clicks a line and waits until the frame of the current line is drawn around it. */
export async function chooseLine(page: Page, words: string): Promise<void> {
  await line(page, words).click();
  const frame = () => line(page, words).evaluate((element) => getComputedStyle(element).outlineStyle);
  await eventually(`a frame around ${words}`, async () => ((await frame()) === 'solid' ? true : null));
}

/** What the desk says of how saving stands. */
export const saveState = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('banner').first().getByRole('status').getByText(words);

/** The button at the foot with the number of lines without a role. */
export const waiting = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: `待定 ${count}`, exact: true });

/** A role beside the manuscript, with its key, sex, CV and lines; a click gives it the current line. */
export const role = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: '角色' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('button')
    .first();

/** Opens a chapter for marking and waits until it is locked. */
export async function openDesk(
  page: Page,
  novel: MadeNovel,
  chapterId = novel.chapters[0].id,
): Promise<void> {
  await page.goto(`/tool/${novel.id}/${chapterId}`);
  await paper(page).waitFor();
  await page.getByText('锁定：我').waitFor();
}

/** What the new-role dialog asks for. */
export interface NewRole {
  readonly names: readonly string[];
  readonly sex: '男' | '女' | '未知';
  /** Number of the preset, from 1. */
  readonly colour?: number;
}

/** Makes a role on the screen. */
export async function makeRole(page: Page, { names, sex, colour }: NewRole): Promise<void> {
  await page.getByRole('button', { name: '新建角色' }).click();
  const dialog = page.getByRole('dialog', { name: '新建角色' });
  const field = dialog.getByRole('combobox', { name: '名字与别名' });
  for (const name of names) {
    await field.fill(name);
    await field.press('Enter');
  }
  await dialog.getByRole('radio', { name: sex, exact: true }).check();
  if (colour !== undefined) await dialog.getByRole('radio', { name: `预设 ${colour}`, exact: true }).click();
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The key that gives the current line to a role. */
export const keyOf = (page: Page, name: string): Promise<string> =>
  role(page, name).locator('kbd').innerText();
