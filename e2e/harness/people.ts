import { randomInt, randomUUID, webcrypto } from 'node:crypto';
import { inject } from 'vitest';
import { createApi } from '../crash/api.ts';
import type { Api } from '../crash/api.ts';
import { captchaAnswer } from './database.ts';

/** A registered person with a session, and the calls in that person's name. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly password: string;
  readonly token: string;
  readonly api: Api;
}

/** A mainland phone number that nobody has yet. */
export const newPhone = (): string => `139${String(randomInt(100_000_000)).padStart(8, '0')}`;

const apiFor = (token: string | null): Api =>
  createApi(inject('origin'), token, { lost: 0, recovering: 0, failures: [] });

async function seal(api: Api, password: string): Promise<string> {
  const { spki, nonce, time } = await api.account.passwordKey({});
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('spki', Buffer.from(spki, 'base64'), algorithm, false, [
    'encrypt',
  ]);
  const text = Buffer.from(JSON.stringify({ password, nonce, time }));
  return Buffer.from(await webcrypto.subtle.encrypt(algorithm, key, text)).toString('base64');
}

/** Registers somebody by the calls alone, for the journeys that are not about registering. */
export async function newPerson(name: string): Promise<Person> {
  const api = apiFor(null);
  const phone = newPhone();
  const password = '三更灯火五更鸡-1';
  const ticket = randomUUID();
  await api.account.captcha({ t: ticket });
  const { coderemark } = await api.account.sendSms({
    phone,
    countryCode: '86',
    t: ticket,
    captcha: await captchaAnswer(ticket),
    purpose: 'register',
  });
  const { list } = await api.account.developerOutbox({});
  const code =
    list.flatMap(({ to, text }) => (to.includes(phone) ? (/\d{6}/.exec(text) ?? []) : []))[0] ?? '';
  const { token } = await api.account.register({
    phone,
    countryCode: '86',
    code,
    coderemark,
    password: await seal(api, password),
    userName: name,
    sex: '',
  });
  const own = apiFor(token);
  return { id: (await own.account.info({})).id, name, phone, password, token, api: own };
}
