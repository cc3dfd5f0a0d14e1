import { api } from '../../lib/api.ts';

/** Passwords can be sealed only where the browser offers WebCrypto: https, or this machine itself. */
export const canSeal = (): boolean => typeof globalThis.crypto?.subtle !== 'undefined';

/** What to do where {@link canSeal} is false. */
export const cannotSealText =
  '当前地址不是安全连接，浏览器不提供加密功能，密码不能安全发送。请改用 https:// 开头的地址，或在运行本站的电脑上用 http://localhost 打开；也可以用短信验证码登录。';

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** RSA-OAEP-SHA256 over JSON {password, nonce, time}, base64; the key is SPKI in base64. */
export async function sealWith(
  key: { spki: string; nonce: string; time: number },
  password: string,
): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const publicKey = await crypto.subtle.importKey('spki', fromBase64(key.spki), algorithm, false, [
    'encrypt',
  ]);
  const text = JSON.stringify({ password, nonce: key.nonce, time: key.time });
  const sealed = await crypto.subtle.encrypt(algorithm, publicKey, new TextEncoder().encode(text));
  return toBase64(new Uint8Array(sealed));
}

/** Seals a password for one sending: each call takes a fresh nonce from the server. */
export async function sealPassword(password: string): Promise<string> {
  return sealWith(await api.account.passwordKey({}), password);
}
