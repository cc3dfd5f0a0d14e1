import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diskBlobs } from './disk-blobs.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'huaben-blobs-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const parts = async function* (...list: Buffer[]) {
  for (const part of list) yield part;
};

it('refuses keys that could leave the folder', async () => {
  const blobs = diskBlobs(root);
  for (const key of [
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    'A',
    'a.b',
    '',
    'a\u0000b',
    `${'a'.repeat(201)}`,
  ]) {
    await expect(blobs.put(key, Buffer.from('x')), key).rejects.toThrow('malformed blob key');
  }
});

it('keeps, reads in ranges, streams and removes', async () => {
  const blobs = diskBlobs(root);
  expect(await blobs.put('speech/one', parts(Buffer.from('hello '), Buffer.from('world')))).toEqual({
    bytes: 11,
  });
  expect((await blobs.read('speech/one')).toString()).toBe('hello world');
  expect((await blobs.read('speech/one', { start: 6, length: 3 })).toString()).toBe('wor');
  await expect(blobs.read('speech/one', { start: 6, length: 30 })).rejects.toThrow('shorter');
  const streamed: Buffer[] = [];
  for await (const part of await blobs.stream('speech/one')) streamed.push(part as Buffer);
  expect(Buffer.concat(streamed).toString()).toBe('hello world');
  await blobs.remove('speech/one');
  await blobs.remove('speech/one');
  await expect(blobs.read('speech/one')).rejects.toThrow();
});

it('takes a finished file and replaces an old blob whole', async () => {
  const blobs = diskBlobs(root);
  const file = path.join(root, 'made.bin');
  await writeFile(file, 'second');
  await blobs.put('exports/a', Buffer.from('first'));
  expect(await blobs.putFile('exports/a', file)).toEqual({ bytes: 6 });
  expect((await blobs.read('exports/a')).toString()).toBe('second');
});

it('leaves nothing behind when the source fails', async () => {
  const blobs = diskBlobs(root);
  const failing = async function* () {
    yield Buffer.from('half');
    throw new Error('source broke');
  };
  await expect(blobs.put('broken/b', failing())).rejects.toThrow('source broke');
  expect(await readdir(path.join(root, 'broken'))).toEqual([]);
});
