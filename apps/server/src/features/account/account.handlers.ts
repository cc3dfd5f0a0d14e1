import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import type { Config } from '../../config.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { prepared } from '../../platform/http/handler.ts';
import type { CallContext, Handlers } from '../../platform/http/handler.ts';
import { secretHash } from '../../platform/http/session.store.ts';
import { makeTicket, ticketSeconds } from '../../platform/socket/ticket.store.ts';
import { userOf } from './account.shapes.ts';
import * as store from './account.store.ts';
import { drawCaptcha, makeSum } from './captcha.ts';
import {
  checkPassword,
  hashPassword,
  makeNonce,
  mustBeStrong,
  newPrivateKey,
  openSealedPassword,
  publicSpki,
  sealMinutes,
} from './password.ts';
import type { SmsSender } from './sms-sender.ts';

type Calls = (typeof contract)['account'];

/** The server ends a session after this many days, whatever its use. */
const sessionDays = 180;
const captchaSeconds = 120;
const smsSeconds = 300;
const smsTries = 5;
const smsPerPhoneDay = 10;
const smsPerAddressDay = 30;

/** What the account handlers need beside the transaction. */
export interface AccountServices {
  readonly db: Db;
  readonly config: Pick<Config, 'demo' | 'production' | 'version' | 'SMS_DAILY_CAP'>;
  readonly sms: SmsSender;
  /** Makes sure that the trial account has its novel; returns the account's id. */
  ensureDemo(context: CallContext): Promise<string>;
}

async function startSession(trx: Trx, userId: string) {
  const token = randomBytes(32).toString('base64url');
  const expires = await store.insertSession(trx, userId, secretHash(token), sessionDays);
  return { token, expires: expires.toISOString() };
}

/** Checks an SMS code in a way whose count survives the refusal: the caller returns the refusal. */
async function takeSmsCode(
  trx: Trx,
  given: { code: string; coderemark: string; country: string; phone: string; purpose: string },
): Promise<Refusal | null> {
  const wrong = new Refusal('SMS_CODE_WRONG');
  if (!/^[0-9a-f-]{36}$/.test(given.coderemark)) return wrong;
  const row = await store.lockSmsCode(trx, given.coderemark, given.country, given.phone, given.purpose);
  if (!row || row.tries >= smsTries) return wrong;
  const right = timingSafeEqual(row.code_hash, secretHash(given.code));
  await store.markSmsCode(trx, row.id, right ? { used: true } : { tries: row.tries + 1 });
  return right ? null : wrong;
}

/** The key that seals passwords, made at the first need and shared by all processes through the database. */
async function passwordKey(db: Db): Promise<{ id: string; private_pem: string }> {
  const found = await store.newestKey(db);
  if (found) return found;
  await store.insertKey(db, 'first', newPrivateKey());
  const made = await store.newestKey(db);
  if (!made) throw new Error('password key was not stored');
  return made;
}

async function useNonce(trx: Trx, nonce: string): Promise<void> {
  if (!(await store.takeNonce(trx, nonce, sealMinutes * 60))) throw new Refusal('PASSWORD_UNREADABLE');
}

/** Handlers of the account calls. */
export function accountHandlers({ db, config, sms, ensureDemo }: AccountServices): Handlers<Calls> {
  return {
    checkExists: async ({ trx }, { phone, countryCode, userName }) => {
      const byPhone =
        phone === undefined ? undefined : await store.findUserByPhone(trx, countryCode ?? '86', phone);
      const byName = userName === undefined ? undefined : await store.findUserByName(trx, userName);
      return { exist: byPhone !== undefined || byName !== undefined };
    },
    captcha: async ({ trx }, { t }) => {
      const sum = makeSum();
      await store.putCaptcha(trx, t, sum.answer, captchaSeconds);
      return { t, image: drawCaptcha(sum.question) };
    },
    sendSms: async ({ trx, address }, { phone, countryCode, t, captcha, purpose }) => {
      const answer = await store.takeCaptcha(trx, t);
      if (answer === null || answer !== captcha.trim()) return new Refusal('CAPTCHA_WRONG');
      const counts = await store.smsCounts(trx, countryCode, phone, address);
      if (counts.phoneMinute > 0)
        return new Refusal('SMS_LIMIT', { text: '一分钟内只能发送一条短信，请稍后再试' });
      if (counts.phoneDay >= smsPerPhoneDay)
        return new Refusal('SMS_LIMIT', { text: '该手机号今天的短信已达上限，请明天再试，或用密码登录' });
      if (counts.addressDay >= smsPerAddressDay || counts.allDay >= config.SMS_DAILY_CAP)
        return new Refusal('SMS_LIMIT');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const coderemark = await store.insertSmsCode(trx, {
        country: countryCode,
        phone,
        purpose,
        codeHash: secretHash(code),
        address,
        seconds: smsSeconds,
      });
      // A code for a phone that cannot use it is not sent, and the reply does not tell.
      const known = (await store.findUserByPhone(trx, countryCode, phone)) !== undefined;
      if (known === (purpose === 'login')) {
        await sms.send(
          trx,
          { country: countryCode, phone },
          `验证码 ${code}，5 分钟内有效，用于${purpose === 'login' ? '登录' : '注册'}。请勿告诉他人。【画本工坊】`,
        );
      }
      return { coderemark, secondsToNext: 60 };
    },
    passwordKey: prepared({
      prepare: () => passwordKey(db),
      handle: async (_context, _params, _files, key) => {
        const time = Date.now();
        return {
          keyId: key.id,
          spki: publicSpki(key.private_pem),
          nonce: makeNonce(key.private_pem, time),
          time,
        };
      },
    }),
    register: prepared({
      prepare: async ({ password }) => {
        const opened = openSealedPassword(password, (await passwordKey(db)).private_pem, Date.now());
        mustBeStrong(opened.password);
        return { nonce: opened.nonce, passwordHash: await hashPassword(opened.password) };
      },
      handle: async ({ trx }, params, _files, { nonce, passwordHash }) => {
        const wrong = await takeSmsCode(trx, { ...params, country: params.countryCode, purpose: 'register' });
        if (wrong) return wrong;
        await useNonce(trx, nonce);
        if (await store.findUserByName(trx, params.userName)) throw new Refusal('NAME_TAKEN');
        try {
          const userId = await store.insertUser(trx, {
            name: params.userName,
            country: params.countryCode,
            phone: params.phone,
            passwordHash,
            sex: params.sex,
          });
          return await startSession(trx, userId);
        } catch (error) {
          if (isUniqueViolation(error, 'users_name_key_key')) throw new Refusal('NAME_TAKEN');
          if (isUniqueViolation(error)) throw new Refusal('PHONE_TAKEN');
          throw error;
        }
      },
    }),
    login: prepared({
      prepare: async ({ phone, countryCode, password }) => {
        if (password === undefined) return null;
        const opened = openSealedPassword(password, (await passwordKey(db)).private_pem, Date.now());
        const user = await store.findUserByPhone(db, countryCode, phone);
        return {
          nonce: opened.nonce,
          right: await checkPassword(opened.password, user?.password_hash ?? null),
        };
      },
      handle: async ({ trx }, { phone, countryCode, code, coderemark }, _files, sealed) => {
        const user = await store.findUserByPhone(trx, countryCode, phone);
        if (sealed) {
          await useNonce(trx, sealed.nonce);
          if (!user || !sealed.right) return new Refusal('PASSWORD_WRONG');
          return startSession(trx, user.id);
        }
        const wrong = await takeSmsCode(trx, {
          code: code ?? '',
          coderemark: coderemark ?? '',
          country: countryCode,
          phone,
          purpose: 'login',
        });
        if (wrong || !user) return wrong ?? new Refusal('SMS_CODE_WRONG');
        return startSession(trx, user.id);
      },
    }),
    demoLogin: async (context) => {
      if (!config.demo) throw new Refusal('DEMO_OFF');
      return startSession(context.trx, await ensureDemo(context));
    },
    checkLogin: async ({ trx, actor }) => {
      await store.deleteSession(trx, actor.sessionHash);
      return startSession(trx, actor.userId);
    },
    checkToken: async ({ trx, actor }) => {
      const { expires_at } = await store.sessionEnd(trx, actor.sessionHash);
      return { expires: expires_at.toISOString() };
    },
    logout: async ({ trx, actor, record }) => {
      const freed = await store.releaseLocksOf(trx, actor.userId);
      await store.deleteSession(trx, actor.sessionHash);
      for (const { chapterId, novelId } of freed)
        await record('chapter.lock-changed', { novelId, chapterId });
      return {};
    },
    info: async ({ trx, actor }) => userOf(await store.findUser(trx, actor.userId)),
    socketTicket: async ({ trx, actor }) => ({
      ticket: await makeTicket(trx, actor.userId, actor.sessionHash),
      seconds: ticketSeconds,
    }),
    developerOutbox: async ({ trx }) => {
      if (config.production) throw new Refusal('NOT_ALLOWED');
      const rows = await store.developerOutbox(trx);
      return {
        list: rows.map((row) => ({
          id: row.id,
          to: row.recipient,
          text: row.body,
          time: row.created_at.toISOString(),
        })),
      };
    },
    site: async () => ({
      demo: config.demo,
      developerOutbox: !config.production,
      commerce: false,
      version: config.version,
    }),
  };
}
