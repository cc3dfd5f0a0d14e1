import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { s3Blobs } from './s3-blobs.ts';

const objects = new Map<string, Buffer>();
const parts = new Map<string, Buffer>();

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const list: Buffer[] = [];
  for await (const part of request) list.push(part as Buffer);
  return Buffer.concat(list);
}

/** The few verbs of S3 that the adapter speaks: put, multipart put, ranged get, delete. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://double');
  const key = decodeURIComponent(url.pathname);
  const body = await bodyOf(request);
  if (request.method === 'POST' && url.searchParams.has('uploads')) {
    return void response.end(
      '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>',
    );
  }
  if (request.method === 'POST') {
    const numbers = [...parts.keys()].toSorted((a, b) => Number(a) - Number(b));
    objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0))));
    return void response.end(
      '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>',
    );
  }
  if (request.method === 'PUT') {
    const number = url.searchParams.get('partNumber');
    if (number === null) objects.set(key, body);
    else parts.set(number, body);
    return void response.setHeader('etag', '"x"').end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const stored = objects.get(key);
  if (!stored) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
  if (!range) return void response.end(stored);
  response.writeHead(206).end(stored.subarray(Number(range[1]), Number(range[2]) + 1));
}

let server: Server;
let blobs: BlobStore;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'huaben-s3-'));
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  blobs = s3Blobs({
    bucket: 'huaben',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'k',
    secretAccessKey: 's',
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

it('keeps, reads in ranges, streams and removes', async () => {
  expect(await blobs.put('speech/one', Buffer.from('hello world'))).toEqual({ bytes: 11 });
  expect([...objects.keys()]).toEqual(['/huaben/speech/one']);
  expect((await blobs.read('speech/one')).toString()).toBe('hello world');
  expect((await blobs.read('speech/one', { start: 6, length: 3 })).toString()).toBe('wor');
  const streamed: Buffer[] = [];
  for await (const part of await blobs.stream('speech/one')) streamed.push(part as Buffer);
  expect(Buffer.concat(streamed).toString()).toBe('hello world');
  await blobs.remove('speech/one');
  await expect(blobs.read('speech/one')).rejects.toThrow();
});

it('sends a large stream in parts and a file whole', async () => {
  const block = Buffer.alloc(3_000_000, 7);
  const source = async function* () {
    for (let index = 0; index < 4; index++) yield block;
  };
  expect(await blobs.put('speech/large', source())).toEqual({ bytes: 12_000_000 });
  expect((await blobs.read('speech/large')).equals(Buffer.concat([block, block, block, block]))).toBe(true);
  const file = path.join(folder, 'made.bin');
  await writeFile(file, 'made');
  expect(await blobs.putFile('exports/a', file)).toEqual({ bytes: 4 });
  expect((await blobs.read('exports/a')).toString()).toBe('made');
});

it('refuses keys that the server cannot have made', async () => {
  await expect(blobs.read('../x')).rejects.toThrow('malformed blob key');
});
