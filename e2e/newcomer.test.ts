import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { captchaAnswer } from './harness/database.ts';
import { newPerson, newPhone } from './harness/people.ts';
import { openStage } from './harness/stage.ts';
import { eventually } from './harness/waiting.ts';

const stage = openStage('newcomer');
const password = '春眠不觉晓-1984';

/** Follows which captcha is on the screen: each picture has a ticket of its own. */
function watchCaptcha(page: Page): () => Promise<string> {
  let ticket: string | null = null;
  page.on('response', (response) => {
    const address = new URL(response.url());
    if (address.pathname.endsWith('/user/code/generator')) ticket = address.searchParams.get('t');
  });
  return async () => {
    await page.getByAltText('图形验证码').waitFor();
    return captchaAnswer(await eventually('a captcha on the screen', () => ticket));
  };
}

/** Reads the newest code for a phone in the developer outbox, as a person would: in another tab. */
async function readCode(page: Page, phone: string): Promise<string> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: '本机发件箱' }).click();
  const outbox = await opened;
  await outbox.getByRole('heading', { name: '本机发件箱' }).waitFor();
  const message = outbox.getByRole('listitem').filter({ hasText: phone }).first();
  const code = /验证码 (\d{6})/.exec(await message.innerText())?.[1] ?? '';
  await outbox.close();
  return code;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '登出' }).click();
  const question = page.getByRole('dialog', { name: '手滑了？是否确定登出呢' });
  await question.getByRole('button', { name: '登出' }).click();
  await page.waitForURL('**/login');
}

const keepsToken = async (page: Page): Promise<boolean> =>
  (await page.context().cookies()).some(({ name, value }) => name === 'token' && value !== '');

const myNovels = (page: Page) => page.getByRole('heading', { name: '我的小说', level: 1 });

test('a newcomer registers, leaves, comes back by password and stays signed in', async () => {
  const page = await stage.page();
  const captcha = watchCaptcha(page);
  const phone = newPhone();
  const name = `新人${phone.slice(-6)}`;

  await page.goto('/');
  await page.getByRole('heading', { name: /把小说标成画本，\s?再合成有声剧/ }).waitFor();
  await page.getByRole('link', { name: '注册' }).click();
  await page.getByLabel('手机号').fill(phone);

  await page.getByRole('textbox', { name: '图形验证码' }).fill(await captcha());
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByRole('button', { name: /\d+ 秒后可重发/ }).waitFor();
  const code = await readCode(page, phone);
  expect(code).toMatch(/^\d{6}$/);

  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password);
  await page.getByRole('textbox', { name: '昵称' }).fill(name);
  await page.getByRole('radio', { name: '女' }).check();
  const wrongCode = code === '000000' ? '111111' : '000000';
  await page.getByRole('textbox', { name: '短信验证码' }).fill(wrongCode);
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await page.getByRole('alert').getByText('短信验证码不对或已过期').waitFor();
  await page.getByRole('textbox', { name: '短信验证码' }).fill(code);
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await myNovels(page).waitFor();
  await page.getByText('还没有小说', { exact: true }).waitFor();
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menu').getByText(name, { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  const ended = page.waitForResponse('**/user/login/out');
  await logOut(page);
  await ended;
  await expect.poll(() => keepsToken(page)).toBe(false);
  await page.goto('/homepage');
  await page.waitForURL('**/login?back=*');
  await page.getByLabel('手机号').fill(phone);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(`${password}0`);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('alert').getByText('手机号或密码不对，请核对后重试').waitFor();
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await myNovels(page).waitFor();

  await page.reload();
  await myNovels(page).waitFor();
  await page.goto('/login');
  await myNovels(page).waitFor();
});

test('a wrong answer to the picture is said in words, and another picture comes', async () => {
  const page = await stage.page();
  await page.goto('/login?tab=register');
  await page.getByLabel('手机号').fill(newPhone());
  const picture = page.getByAltText('图形验证码');
  const first = await picture.getAttribute('src');
  await page.getByRole('textbox', { name: '图形验证码' }).fill('999');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
  await page.getByText('图形验证码不对或已失效，请看新图重新输入').waitFor();
});

test('the forms say in Chinese what is missing, and a taken phone is told before the end', async () => {
  const page = await stage.page();
  await page.goto('/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('请输入手机号', { exact: true }).waitFor();
  await page.getByText('请输入密码', { exact: true }).waitFor();
  await page.getByLabel('手机号').fill('12345');
  await page.getByRole('textbox', { name: '密码', exact: true }).click();
  await page.getByText('中国大陆手机号是 1 开头的 11 位数字，请核对').waitFor();

  await page.getByRole('tab', { name: '注册' }).click();
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('123');
  await page.getByRole('textbox', { name: '昵称' }).click();
  await page.getByText('密码至少 8 个字符').waitFor();
});

test('one press leads into the trial account', async () => {
  const page = await stage.page();
  await page.goto('/');
  await page.getByRole('button', { name: '体验账号' }).click();
  await myNovels(page).waitFor();
  await page.getByRole('row').nth(1).waitFor();
});

test('who logs out leaves no key behind, even when the server does not answer', async () => {
  const person = await newPerson(`离开者${Date.now() % 1_000_000}`);
  const page = await stage.page(person);
  await page.goto('/homepage');
  await myNovels(page).waitFor();
  // The request is never answered.
  await page.route('**/user/login/out', () => undefined);
  await logOut(page);
  await expect.poll(() => keepsToken(page)).toBe(false);
});
