import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { chooseLine, openDesk, paper } from './harness/desk.ts';
import { dropFile } from './harness/drop-file.ts';
import { newNovel } from './harness/novels.ts';
import type { MadeNovel } from './harness/novels.ts';
import { newPerson } from './harness/people.ts';
import type { Person } from './harness/people.ts';
import { openStage } from './harness/stage.ts';
import { eventually } from './harness/waiting.ts';
import { walkByTab } from './harness/walk-by-tab.ts';

const stage = openStage('looks');
const shots = join(import.meta.dirname, 'artifacts/looks');
const nahan = readFileSync(join(import.meta.dirname, '../apps/server/assets/nahan.txt'));

let person: Person;
let novel: MadeNovel;

/** A novel with a cast, and with sound that a narrator alone has spoken. */
beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  person = await newPerson(`看客${Date.now() % 1_000_000}`);
  novel = await newNovel(person, '看看样子');
  const { api } = person;
  const productId = novel.id;
  for (const [names, sex] of [
    [['老周', '周师傅'], 'male'],
    [['阿青'], 'female'],
  ] as const)
    await api.cast.addRole({ productNumber: productId, name: JSON.stringify(names), sex });
  const { list } = await api.synthesis.listVoices({});
  await api.cast.setRoleVoice({ productId, id: 'noLine', timbre: list[0]?.id ?? '', rate: 1, pitch: 0 });
  const chapterIds = [novel.chapters[0].id];
  const { id: taskId } = await api.synthesis.quoteTask({ productId, chapterIds, key: `looks-${productId}` });
  await api.synthesis.payTask({ taskId });
  await api.synthesis.executeTask({ taskId });
  const isDone = async () => ((await api.synthesis.taskDetail({ taskId })).state === 'done' ? true : null);
  await eventually('the sound of the chapter', isDone, 60_000);
});

const chaptersPath = () => `/homepage/createnewproject/projectfliedetail/${novel.id}`;

/** Every screen, and what must be there before it is looked at. */
const screens: readonly { name: string; open: (page: Page, phone: boolean) => Promise<void> }[] = [
  {
    name: 'intro',
    open: async (page) => {
      await page.context().clearCookies();
      await page.goto('/');
      await page.getByRole('button', { name: '体验账号' }).waitFor();
    },
  },
  {
    name: 'login',
    open: async (page) => {
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByRole('button', { name: '用体验账号进入' }).waitFor();
    },
  },
  {
    name: 'register',
    open: async (page) => {
      await page.context().clearCookies();
      await page.goto('/login?tab=register');
      await page.getByAltText('图形验证码').waitFor();
    },
  },
  {
    name: 'novels',
    open: async (page) => {
      await page.goto('/homepage');
      await page.getByRole('link', { name: novel.name }).waitFor();
    },
  },
  {
    name: 'chapters',
    open: async (page) => {
      await page.goto(chaptersPath());
      await page.getByRole('link', { name: novel.chapters[0].name }).waitFor();
    },
  },
  {
    name: 'import',
    open: async (page) => {
      await page.goto(chaptersPath());
      await page.getByRole('link', { name: novel.chapters[0].name }).waitFor();
      await dropFile(page, { name: '呐喊.txt', bytes: nahan });
      await page.getByText(/将导入 \d+ 章/).waitFor();
    },
  },
  {
    name: 'desk',
    open: async (page, phone) => {
      await openDesk(page, novel);
      if (phone) return;
      await chooseLine(page, '我在等你');
      await page
        .getByText(/阿青抬起头来/)
        .last()
        .waitFor();
    },
  },
  {
    name: 'voice',
    open: async (page) => {
      await page.goto(`/voice/${novel.id}/${novel.chapters[0].id}`);
      await page.getByRole('button', { name: '播放（空格）' }).waitFor();
    },
  },
];

const looks: readonly { look: string; options: BrowserContextOptions; phone: boolean }[] = [
  { look: 'light', options: { colorScheme: 'light' }, phone: false },
  { look: 'dark', options: { colorScheme: 'dark' }, phone: false },
  {
    look: 'phone',
    options: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true },
    phone: true,
  },
  {
    look: 'phone-dark',
    options: { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
    phone: true,
  },
];

async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} (${node.failureSummary ?? ''})`),
    );
}

const sidewaysPixels = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(looks)('$look', ({ look, options, phone }) => {
  test.each(screens)('$name', async ({ name, open }) => {
    const page = await stage.page(person, options);
    await open(page, phone);
    await page.screenshot({ path: join(shots, `${name}-${look}.png`) });
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
  });
});

test('login by keyboard alone', async () => {
  const page = await stage.page();
  await page.goto('/login');
  await page.getByRole('button', { name: '用体验账号进入' }).waitFor();
  await walkByTab(page, {
    trial: page.getByRole('button', { name: '用体验账号进入' }),
    phone: page.getByLabel('手机号'),
    password: page.getByRole('textbox', { name: '密码', exact: true }),
    login: page.getByRole('button', { name: '登录', exact: true }),
  });
});

test('novels and chapters by keyboard alone', async () => {
  const page = await stage.page(person);
  await page.goto('/homepage');
  await page.getByRole('link', { name: novel.name }).waitFor();
  await walkByTab(page, {
    skip: page.getByRole('link', { name: '跳到正文' }),
    user: page.getByRole('button', { name: '用户菜单' }),
    make: page.getByRole('button', { name: /新建小说$/ }),
    search: page.getByRole('textbox', { name: '搜索小说，可用拼音' }),
    novel: page.getByRole('link', { name: novel.name }),
    more: page.getByRole('button', { name: `《${novel.name}》的操作` }),
  });
  await page.getByRole('link', { name: novel.name }).focus();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: novel.chapters[0].name });
  await row.waitFor();
  await walkByTab(page, {
    back: page.getByRole('button', { name: '返回' }),
    voice: page.getByRole('button', { name: /配音$/ }),
    add: page.getByRole('button', { name: /新建章节$/ }),
    import: page.getByRole('button', { name: /导入 txt$/ }),
    search: page.getByRole('textbox', { name: '搜索章节，可用拼音' }),
    row,
  });
  await row.focus();
  await page.keyboard.press('Enter');
  await paper(page).waitFor();
});

test('the desk by keyboard alone: F6 goes round the areas', async () => {
  const page = await stage.page(person);
  await openDesk(page, novel);
  const areas = [
    page.getByRole('navigation', { name: '章节' }),
    page.getByRole('region', { name: '稿纸' }),
    page.getByRole('complementary', { name: '角色' }),
  ];
  const entered = new Set<number>();
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('F6');
    for (const [index, area] of areas.entries())
      if (await area.evaluate((element) => element.contains(document.activeElement))) entered.add(index);
  }
  expect([...entered].sort()).toEqual([0, 1, 2]);
  const inPaper = () => paper(page).evaluate((element) => element === document.activeElement);
  await expect
    .poll(async () => {
      if (!(await inPaper())) await page.keyboard.press('F6');
      return inPaper();
    })
    .toBe(true);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: /快捷键/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: /快捷键/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('laozhou');
  await page.getByRole('option', { name: /老周/ }).waitFor();
});

test('the voice screen by keyboard alone', async () => {
  const page = await stage.page(person);
  await page.goto(`/voice/${novel.id}/${novel.chapters[0].id}`);
  await page.getByRole('button', { name: '播放（空格）' }).waitFor();
  await walkByTab(page, {
    versions: page.getByRole('button', { name: /版本$/ }),
    download: page.getByRole('button', { name: /下载$/ }),
    synthesise: page.getByRole('button', { name: '合成本章' }),
    lines: page.getByRole('listbox', { name: /本章台词/ }),
    voice: page.getByRole('combobox', { name: /的音色$/ }).first(),
    play: page.getByRole('button', { name: '播放（空格）' }),
  });
});
