import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { query, whileUnwritable } from './harness/database.ts';
import { dropFile } from './harness/drop-file.ts';
import { newPerson } from './harness/people.ts';
import type { Person } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

const stage = openStage('import');
const nahan = readFileSync(join(import.meta.dirname, '../apps/server/assets/nahan.txt'));
const hulanhe = readFileSync(join(import.meta.dirname, 'fixtures/hulanhezhuan.gb18030.txt'));

let writer: Person;
beforeAll(async () => {
  writer = await newPerson(`导入者${Date.now() % 1_000_000}`);
});

/** 120 numbered chapters out of the paragraphs of 《呐喊》. */
function longBook(): Buffer {
  const paragraphs = nahan
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim().length > 20);
  const share = Math.floor(paragraphs.length / 120);
  const chapters = Array.from({ length: 120 }, (_, index) => {
    const body = paragraphs.slice(index * share, (index + 1) * share);
    return `第${index + 1}章 第 ${index + 1} 夜\n\n${body.join('\n\n')}`;
  });
  return Buffer.from(chapters.join('\n\n'));
}

/** Makes a novel on the screen and stays in its empty chapter list. */
async function newNovel(page: Page, name: string): Promise<string> {
  await page.goto('/homepage');
  await page.getByRole('button', { name: '新建小说' }).first().click();
  const dialog = page.getByRole('dialog', { name: '新建小说' });
  await dialog.getByRole('textbox', { name: '小说名' }).fill(name);
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await page.getByText('还没有章节', { exact: true }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const importDialog = (page: Page) => page.getByRole('dialog').filter({ hasText: '导入「' });
const confirmButton = (page: Page) => importDialog(page).getByRole('button', { name: '确认导入' });

/** The list is virtual: it tells its length to assistive technology, header included. */
const chapterCount = async (page: Page) =>
  Number(await page.getByRole('grid', { name: '章节列表' }).getAttribute('aria-rowcount')) - 1;

test('a UTF-8 novel: preview, confirmation, chapters', async () => {
  const page = await stage.page(writer);
  await newNovel(page, '呐喊');
  await dropFile(page, { name: '呐喊.txt', bytes: nahan });
  const dialog = importDialog(page);
  await dialog.getByText('UTF-8', { exact: true }).waitFor();
  const preview = dialog.getByRole('region', { name: '识别出的章节' });
  await preview.getByRole('checkbox', { name: '狂人日记' }).waitFor();
  await preview
    .getByRole('listitem')
    .filter({ hasText: '狂人日记' })
    .getByText(/[\d,]+ 字/)
    .waitFor();
  const promised = Number(/将导入 (\d+) 章/.exec(await dialog.getByText(/将导入 \d+ 章/).innerText())?.[1]);
  expect(promised).toBeGreaterThanOrEqual(15);

  await preview.getByRole('checkbox', { name: '狂人日记' }).uncheck();
  await dialog.getByText(`将导入 ${promised - 1} 章`).waitFor();
  await preview.getByRole('checkbox', { name: '狂人日记' }).check();
  await confirmButton(page).click();
  await page.getByText(`「呐喊.txt」导入完成，共 ${promised} 章`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await chapterCount(page)).toBe(promised);
  await page
    .getByRole('row')
    .filter({ hasText: '孔乙己' })
    .getByText('未画本')
    .waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '孔乙己' }).click();
  await page.getByRole('textbox', { name: '稿纸' }).getByText('鲁镇的酒店的格局').waitFor();
});

test('a GB18030 novel is recognised and read without a wrong character', async () => {
  const page = await stage.page(writer);
  await newNovel(page, '呼兰河传');
  await dropFile(page, { name: '呼兰河传.txt', bytes: hulanhe });
  const dialog = importDialog(page);
  await dialog.getByText('GB18030 / GBK（简体）').waitFor();
  await dialog.getByRole('region', { name: '开头的文字' }).getByText('呼兰河').first().waitFor();
  await confirmButton(page).click();
  await page.getByText(/「呼兰河传.txt」导入完成，共 \d+ 章/).waitFor();
  await page.getByRole('link', { name: /第一章/ }).click();
  await page.getByRole('textbox', { name: '稿纸' }).getByText('严冬一封锁了大地的时候').waitFor();
});

test('a book of 120 chapters goes on in the background and is all there', async () => {
  const page = await stage.page(writer);
  await newNovel(page, '一百二十夜');
  await dropFile(page, { name: '一百二十夜.txt', bytes: longBook() });
  await importDialog(page).getByText('将导入 120 章').waitFor();
  // Chapters cannot be stored for a while, so that the progress can be looked at.
  await whileUnwritable('chapters', async () => {
    await confirmButton(page).click();
    await importDialog(page).getByText('正在导入「一百二十夜.txt」').waitFor();
    await importDialog(page).getByText('0 / 120 章').waitFor();
    await importDialog(page).getByRole('button', { name: '在后台继续' }).click();
    await importDialog(page).waitFor({ state: 'detached' });
    await page.getByRole('progressbar', { name: '正在导入「一百二十夜.txt」' }).waitFor();
  });
  await page.getByText('「一百二十夜.txt」导入完成，共 120 章').waitFor();
  expect(await chapterCount(page)).toBe(120);
  await page.getByRole('textbox', { name: '搜索章节，可用拼音' }).fill('119');
  await page.getByRole('link', { name: '第119章 第 119 夜' }).waitFor();
  await page.getByText('1 / 120 章', { exact: true }).waitFor();
});

const megabyte = 1024 * 1024;
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4000, 7)]);
const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(4000, 9)]);
const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 256));

test.each([
  { what: 'an empty file', name: '空.txt', bytes: Buffer.alloc(0), says: '「空.txt」是空文件' },
  { what: 'only blanks', name: '白.txt', bytes: Buffer.from(' \n \n'), says: '文件里没有文字' },
  { what: 'a picture', name: '图.txt', bytes: png, says: /这不是文本文件，而是 ?PNG 图片/ },
  { what: 'an archive', name: '包.txt', bytes: zip, says: '这不是文本文件，而是 ZIP 压缩包' },
  { what: 'a program', name: '序.txt', bytes: Buffer.alloc(9000, 'a\0\0b'), says: '其中有大量二进制数据' },
  { what: 'noise', name: '乱.txt', bytes: noise, says: /文件里有 \d+ 个不可见的控制字符/ },
  { what: '31 MB', name: '大.txt', bytes: 31 * megabyte, says: '「大.txt」有 31.0 MB，超过了 30 MB 的上限' },
  { what: 'a disguised name', name: '呐喊\u202etxt.exe', bytes: nahan, says: '文件名里有不可见的控制字符' },
  { what: 'a control character', name: '呐\u0007喊.txt', bytes: nahan, says: '文件名里有不可见的控制字符' },
])('$what is refused in words, and nothing is stored', async ({ what, name, bytes, says }) => {
  const page = await stage.page(writer);
  const novel = await newNovel(page, `拒收 ${what}`);
  await dropFile(page, { name, bytes });
  await importDialog(page).getByRole('alert').getByText(says).waitFor();
  expect(await confirmButton(page).isDisabled()).toBe(true);
  await importDialog(page).getByRole('button', { name: '取消' }).click();
  await importDialog(page).waitFor({ state: 'detached' });
  await page.getByText('还没有章节', { exact: true }).waitFor();
  expect(await query('select id from imports where novel_id = $1', [novel])).toEqual([]);
  expect(await query('select id from chapters where novel_id = $1', [novel])).toEqual([]);
});

test('a chapter over 50,000 characters is split when it can be, and refused when it cannot', async () => {
  const page = await stage.page(writer);
  await newNovel(page, '长章');
  const paragraph = `${'雪还在下，街上没有一个人。'.repeat(20)}\n`;
  const long = `第一章 短\n雪停了。\n第二章 长\n${paragraph.repeat(300)}`;
  await dropFile(page, { name: '长章.txt', bytes: Buffer.from(long) });
  const dialog = importDialog(page);
  await dialog.getByText('拆成 2 个文件').waitFor();
  await dialog.getByRole('checkbox', { name: /超长章节自动拆分/ }).uncheck();
  await dialog.getByText(/「第二章 长」有 [\d,]+ 个字符，超过每章 50,000 的上限/).waitFor();
  expect(await confirmButton(page).isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: /超长章节自动拆分/ }).check();
  await confirmButton(page).click();
  await page.getByText('「长章.txt」导入完成，共 3 章').waitFor();
  await page.getByRole('link', { name: /第二章 长.*（续）/ }).waitFor();

  await newNovel(page, '一整段');
  await dropFile(page, { name: '一整段.txt', bytes: Buffer.from(`第一章 不断\n${'雪'.repeat(50_001)}`) });
  await importDialog(page).getByText('「第一章 不断」有一段超过 50,000 个字符，无法自动拆分').waitFor();
  expect(await confirmButton(page).isDisabled()).toBe(true);
});
