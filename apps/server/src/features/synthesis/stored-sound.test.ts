import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BlobStore, ByteRange } from '../../platform/blobs/blob-store.ts';
import { readSound, sampleBytes, soundBytes } from './stored-sound.ts';
import type { StoredSegment } from './item-run.store.ts';

function memoryBlobs(contents: ReadonlyMap<string, Buffer>) {
  const reads: { key: string; range: ByteRange | undefined }[] = [];
  const blobs: BlobStore = {
    put: () => Promise.reject(new Error('read only')),
    putFile: () => Promise.reject(new Error('read only')),
    remove: () => Promise.reject(new Error('read only')),
    stream: () => Promise.resolve(Readable.from([])),
    read(key, range) {
      reads.push({ key, range });
      const bytes = contents.get(key) ?? Buffer.alloc(0);
      return Promise.resolve(range ? bytes.subarray(range.start, range.start + range.length) : bytes);
    },
  };
  return { blobs, reads };
}

const lineOf = (hash: string, samples: number, gapSamples: number) => ({
  hash,
  lineId: null,
  roleId: 'noLine',
  paragraph: 0,
  from: 0,
  to: 1,
  startSample: 0,
  samples,
  gapSamples,
});

const collect = async (parts: AsyncIterable<Buffer>): Promise<Buffer[]> => {
  const list: Buffer[] = [];
  for await (const part of parts) list.push(part);
  return list;
};

it('reads any order of lines over any blobs exactly, with their silences', async () => {
  const plan = fc.record({
    lengths: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 }),
    blobOf: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 12, maxLength: 12 }),
    order: fc.array(fc.tuple(fc.nat(11), fc.nat(5)), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ lengths, blobOf, order }) => {
      const contents = new Map<string, Buffer>();
      const sounds: Buffer[] = [];
      const segments = new Map<string, StoredSegment>();
      lengths.forEach((samples, index) => {
        const blobKey = `b${blobOf[index] ?? 0}`;
        const before = contents.get(blobKey) ?? Buffer.alloc(0);
        const sound = Buffer.alloc(samples * sampleBytes, index + 1);
        sounds.push(sound);
        segments.set(`h${index}`, {
          hash: `h${index}`,
          blobKey,
          byteOffset: before.length,
          samples,
          sampleRate: 22_050,
        });
        contents.set(blobKey, Buffer.concat([before, sound]));
      });
      const chosen = order.map(([at, gap]) => ({ at: at % lengths.length, gap }));
      const lines = chosen.map(({ at, gap }) => lineOf(`h${at}`, lengths[at] ?? 0, gap));
      const wanted = chosen.map(({ at, gap }) =>
        Buffer.concat([sounds[at] ?? Buffer.alloc(0), Buffer.alloc(gap * sampleBytes)]),
      );
      const read = await collect(readSound(memoryBlobs(contents).blobs, lines, segments));
      expect(read).toEqual(wanted);
      expect(Buffer.concat(read).length).toBe(soundBytes(lines));
    }),
  );
});

it('reads lines that lie behind one another at once', async () => {
  const { blobs, reads } = memoryBlobs(new Map([['b', Buffer.alloc(60)]]));
  const segments = new Map(
    [0, 1, 2].map((index) => [
      `h${index}`,
      { hash: `h${index}`, blobKey: 'b', byteOffset: index * 20, samples: 10, sampleRate: 22_050 },
    ]),
  );
  await collect(readSound(blobs, [lineOf('h0', 10, 3), lineOf('h1', 10, 3), lineOf('h0', 10, 0)], segments));
  expect(reads.map(({ range }) => range)).toEqual([
    { start: 0, length: 40 },
    { start: 0, length: 20 },
  ]);
});

it('refuses a blob that is shorter than its record', async () => {
  const { blobs } = memoryBlobs(new Map([['b', Buffer.alloc(10)]]));
  const segments = new Map([
    ['h', { hash: 'h', blobKey: 'b', byteOffset: 0, samples: 10, sampleRate: 22_050 }],
  ]);
  await expect(collect(readSound(blobs, [lineOf('h', 10, 0)], segments))).rejects.toThrow('shorter');
});
