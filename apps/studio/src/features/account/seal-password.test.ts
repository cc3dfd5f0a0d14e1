import { describe, expect, it } from 'vitest';
import { sealWith } from './seal-password.ts';

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };

describe('sealWith', () => {
  it('can be opened by the key pair and carries password, nonce and time', async () => {
    const pair = await crypto.subtle.generateKey(
      { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['encrypt', 'decrypt'],
    );
    const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64');
    const sealed = await sealWith({ spki, nonce: 'n-1', time: 1700000000000 }, '祥子 Xiang1936');
    const opened = await crypto.subtle.decrypt(algorithm, pair.privateKey, Buffer.from(sealed, 'base64'));
    expect(JSON.parse(new TextDecoder().decode(opened))).toEqual({
      password: '祥子 Xiang1936',
      nonce: 'n-1',
      time: 1700000000000,
    });
  });
});
