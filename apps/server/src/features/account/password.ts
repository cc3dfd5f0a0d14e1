import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
  randomBytes,
  timingSafeEqual,
  createHmac,
} from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '@huaben/contract';
import * as z from 'zod';

/** How long a sealed password may travel. */
export const sealMinutes = 10;
const minLength = 8;

/** Passwords that everyone guesses first, beside repetitions and runs, which are found by rule. */
const common = new Set([
  'password',
  'password1',
  'passw0rd',
  'qwertyui',
  'qwerty123',
  'abc12345',
  'abcd1234',
  'iloveyou',
  'admin123',
  '1qaz2wsx',
  'a1234567',
  '11223344',
  '5201314520',
  'woaini1314',
  'q1w2e3r4',
  'asdfghjkl',
  'zxcvbnm123',
  '147258369',
  '88888888',
  '12345678',
  '123456789',
  '1234567890',
  '87654321',
]);

/** argon2id with 19 MiB and two passes: the OWASP minimum, about 50 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Compares without telling by time whether the user exists: an absent hash is compared all the same. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const against = stored ?? (await decoy);
  const right = await verify(against, password);
  return right && stored !== null;
}
const decoy = hashPassword(randomBytes(16).toString('hex'));

/** @throws Refusal PASSWORD_WEAK */
export function mustBeStrong(password: string): void {
  const characters = [...password];
  const runs = characters.every(
    (character, index) =>
      index === 0 || character.charCodeAt(0) - (characters[index - 1] ?? '').charCodeAt(0) === 1,
  );
  const few = new Set(characters).size < 4;
  if (characters.length < minLength || few || runs || common.has(password.toLowerCase()))
    throw new Refusal('PASSWORD_WEAK');
}

/** A new key pair as PEM; 3072 bits hold 318 bytes, enough for a long Chinese password. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 3072 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** The public half, as the browser imports it. */
export const publicSpki = (privatePem: string): string =>
  createPublicKey(privatePem).export({ type: 'spki', format: 'der' }).toString('base64');

const nonceMac = (privatePem: string, time: number, random: string): string =>
  createHmac('sha256', privatePem).update(`${time}.${random}`).digest('base64url').slice(0, 32);

/** A nonce that this installation made: nothing is stored until it is used. */
export function makeNonce(privatePem: string, time: number): string {
  const random = randomBytes(12).toString('base64url');
  return `${time}.${random}.${nonceMac(privatePem, time, random)}`;
}

const sealed = z.object({ password: z.string().max(400), nonce: z.string().max(200), time: z.number() });

/**
 * Opens a sealed password (RSA-OAEP-SHA256 over JSON {password, nonce, time}).
 * The caller must still use the nonce up.
 * @throws Refusal PASSWORD_UNREADABLE
 */
export function openSealedPassword(
  cipherText: string,
  privatePem: string,
  now: number,
): { password: string; nonce: string } {
  const unreadable = new Refusal('PASSWORD_UNREADABLE');
  let opened: z.infer<typeof sealed>;
  try {
    const plain = privateDecrypt(
      { key: privatePem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(cipherText, 'base64'),
    );
    opened = sealed.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    throw unreadable;
  }
  const [time = '', random = '', mac = ''] = opened.nonce.split('.');
  const expected = nonceMac(privatePem, Number(time), random);
  const genuine = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
  const fresh = Math.abs(now - Number(time)) < sealMinutes * 60_000;
  if (!genuine || !fresh) throw unreadable;
  return { password: opened.password, nonce: opened.nonce };
}
