import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser, refusalOf } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

const nobody = () => test.as(null);

/** Seals a password as the browser does. */
async function seal(password: string): Promise<string> {
  const { spki, nonce, time } = await nobody().account.passwordKey({});
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  const plain = Buffer.from(JSON.stringify({ password, nonce, time }));
  return publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    plain,
  ).toString('base64');
}

/** The answer of a captcha as only the database knows it. */
async function solvedCaptcha(): Promise<{ t: string; captcha: string }> {
  const t = randomUUID();
  await nobody().account.captcha({ t });
  const { answer } = await test.db
    .selectFrom('captchas')
    .select('answer')
    .where('t', '=', t)
    .executeTakeFirstOrThrow();
  return { t, captcha: answer };
}

async function smsCode(phone: string, purpose: 'register' | 'login') {
  const { coderemark } = await nobody().account.sendSms({
    phone,
    countryCode: '86',
    ...(await solvedCaptcha()),
    purpose,
  });
  const { list } = await nobody().account.developerOutbox({});
  const code = /验证码 (\d{6})/.exec(list.find(({ to }) => to.endsWith(phone))?.text ?? '')?.[1] ?? '';
  return { coderemark, code };
}

const person = { countryCode: '86', sex: '' as const };

describe('registering and signing in', () => {
  it('refuses calls without a session', async () => {
    expect((await refusalOf(nobody().account.info({}))).code).toBe(-100);
    expect((await refusalOf(test.as('no such token').account.info({}))).code).toBe(-100);
  });

  it('sends no message for a wrong or a used captcha', async () => {
    const { t, captcha } = await solvedCaptcha();
    const send = (answer: string) =>
      nobody().account.sendSms({
        phone: '13900000001',
        countryCode: '86',
        t,
        captcha: answer,
        purpose: 'register',
      });
    expect((await refusalOf(send('999'))).refusal).toBe('CAPTCHA_WRONG');
    expect((await refusalOf(send(captcha))).refusal).toBe('CAPTCHA_WRONG');
    expect((await nobody().account.developerOutbox({})).list).toHaveLength(0);
  });

  it('registers with a code from the outbox, then signs in by password and by code', async () => {
    const phone = '13900000002';
    const sms = await smsCode(phone, 'register');
    const { token } = await nobody().account.register({
      ...person,
      phone,
      ...sms,
      userName: '虎妞',
      password: await seal('一个很长的中文密码当然也应该可以用来登录'),
    });
    expect(await test.as(token).account.info({})).toMatchObject({
      userName: '虎妞',
      phone: '139****0002',
      demo: false,
    });

    const wrong = nobody().account.login({
      phone,
      countryCode: '86',
      password: await seal('不是这个密码的密码'),
    });
    expect((await refusalOf(wrong)).refusal).toBe('PASSWORD_WRONG');
    const unknown = nobody().account.login({
      phone: '13911111111',
      countryCode: '86',
      password: await seal('不是这个密码的密码'),
    });
    expect((await refusalOf(unknown)).refusal).toBe('PASSWORD_WRONG');

    const byPassword = await nobody().account.login({
      phone,
      countryCode: '86',
      password: await seal('一个很长的中文密码当然也应该可以用来登录'),
    });
    expect((await test.as(byPassword.token).account.info({})).userName).toBe('虎妞');

    await test.db
      .updateTable('sms_codes')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .execute();
    const byCode = await nobody().account.login({
      phone,
      countryCode: '86',
      ...(await smsCode(phone, 'login')),
    });
    expect((await test.as(byCode.token).account.info({})).userName).toBe('虎妞');
  });

  it('never signs in on a phone number alone', async () => {
    expect(
      (await refusalOf(nobody().account.login({ phone: '13900000002', countryCode: '86' }))).refusal,
    ).toBe('SMS_CODE_WRONG');
  });

  it('lets a code be tried five times and used once', async () => {
    const phone = '13900000003';
    const sms = await smsCode(phone, 'register');
    const register = async (code: string, userName: string) =>
      nobody().account.register({
        ...person,
        phone,
        coderemark: sms.coderemark,
        code,
        userName,
        password: await seal('足够长的密码八九十'),
      });
    const other = sms.code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await refusalOf(register(other, '祥子'))).refusal).toBe('SMS_CODE_WRONG');
    expect((await refusalOf(register(sms.code, '祥子'))).refusal, 'the sixth try, though right').toBe(
      'SMS_CODE_WRONG',
    );
  });

  it('limits messages to one a minute for a phone', async () => {
    await smsCode('13900000004', 'register');
    const again = nobody().account.sendSms({
      phone: '13900000004',
      countryCode: '86',
      ...(await solvedCaptcha()),
      purpose: 'register',
    });
    expect((await refusalOf(again)).refusal).toBe('SMS_LIMIT');
  });

  it('limits parallel requests as strictly as those in turn', async () => {
    const captchas = await Promise.all(Array.from({ length: 6 }, solvedCaptcha));
    const replies = await Promise.allSettled(
      captchas.map((captcha) =>
        nobody().account.sendSms({
          phone: '13900000005',
          countryCode: '86',
          ...captcha,
          purpose: 'register',
        }),
      ),
    );
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses a replayed, a forged and a weak password', async () => {
    const phone = '13900000002';
    const sealed = await seal('一个很长的中文密码当然也应该可以用来登录');
    await nobody().account.login({ phone, countryCode: '86', password: sealed });
    expect(
      (await refusalOf(nobody().account.login({ phone, countryCode: '86', password: sealed }))).refusal,
    ).toBe('PASSWORD_UNREADABLE');
    expect(
      (await refusalOf(nobody().account.login({ phone, countryCode: '86', password: 'A'.repeat(512) })))
        .refusal,
    ).toBe('PASSWORD_UNREADABLE');
    for (const weak of ['12345678', 'aaaaaaaa', '短密码', 'password']) {
      const register = nobody().account.register({
        ...person,
        phone: '13900000006',
        code: '123456',
        coderemark: 'x',
        userName: '某人',
        password: await seal(weak),
      });
      expect((await refusalOf(register)).refusal, weak).toBe('PASSWORD_WEAK');
    }
  });

  it('refuses a taken phone and a taken name', async () => {
    await test.db
      .updateTable('sms_codes')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .execute();
    const sms = await smsCode('13900000007', 'register');
    const named = nobody().account.register({
      ...person,
      phone: '13900000007',
      ...sms,
      userName: '虎妞',
      password: await seal('足够长的密码八九十'),
    });
    expect((await refusalOf(named)).refusal).toBe('NAME_TAKEN');
    expect(await nobody().account.checkExists({ phone: '13900000002', countryCode: '86' })).toEqual({
      exist: true,
    });
    expect(await nobody().account.checkExists({ userName: '没有的人' })).toEqual({ exist: false });
  });

  it('ends a session at logout and a renewed token ends the old one', async () => {
    const user = await buildUser(test);
    const renewed = await user.api.account.checkLogin({});
    expect((await refusalOf(user.api.account.info({}))).code).toBe(-100);
    const again = test.as(renewed.token);
    await again.account.checkToken({});
    await again.account.logout({});
    expect((await refusalOf(again.account.info({}))).code).toBe(-100);
  });

  it('stores neither tokens, codes nor passwords as they are', async () => {
    const rows = JSON.stringify(
      await test.db
        .selectFrom('users')
        .select('password_hash')
        .where('password_hash', 'is not', null)
        .execute(),
    );
    expect(rows).toContain('$argon2id$');
    expect(rows).not.toContain('一个很长');
  });
});

describe('the trial account', () => {
  it('opens with a marked novel, the same for every click', async () => {
    const [one, two] = await Promise.all([nobody().account.demoLogin({}), nobody().account.demoLogin({})]);
    const list = async (token: string) => (await test.as(token).novel.listNovels({})).list;
    const [novel] = await list(one.token);
    expect(await list(two.token)).toHaveLength(1);
    expect(novel).toMatchObject({ name: '呐喊', chapterCount: 15 });
    const { list: chapters } = await test.as(one.token).chapter.listChapters({ productId: novel?.id ?? '' });
    const marked = chapters.find(({ name }) => name === '故乡');
    expect(marked?.unassignedCount).toBeLessThan(marked?.lineCount ?? 0);
  });

  it('can be closed by configuration, and the outbox is gone in production', async () => {
    const production = await buildApp({ env: { NODE_ENV: 'production' } });
    try {
      expect((await refusalOf(production.as(null).account.demoLogin({}))).refusal).toBe('DEMO_OFF');
      expect((await refusalOf(production.as(null).account.developerOutbox({}))).code).toBe(-101);
    } finally {
      await production.close();
    }
  });
});
