import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrames, encodeFrame } from './frames.ts';

async function decoded(chunks: readonly Uint8Array[]): Promise<{ header: unknown; body: number[] }[]> {
  const frames = [];
  for await (const { header, body } of decodeFrames(Readable.from(chunks)))
    frames.push({ header, body: [...body] });
  return frames;
}

describe('frames', () => {
  it('survive any cutting of the stream', async () => {
    const frame = fc.record({
      text: fc.string({ unit: 'binary', maxLength: 20 }),
      body: fc.uint8Array({ maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(frame, { maxLength: 5 }),
        fc.integer({ min: 1, max: 17 }),
        async (frames, size) => {
          const stream = Buffer.concat(
            frames.map(({ text, body }) => encodeFrame({ text: text.toWellFormed() }, body)),
          );
          const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, i) =>
            stream.subarray(i * size, (i + 1) * size),
          );
          expect(await decoded(chunks)).toEqual(
            frames.map(({ text, body }) => ({ header: { text: text.toWellFormed() }, body: [...body] })),
          );
        },
      ),
    );
  });

  it('refuse a stream that is not made of frames', async () => {
    await expect(decoded([Buffer.from('GET / HTTP/1.1\r\n')])).rejects.toThrow('too long');
    await expect(decoded([Buffer.from([2, 0, 0, 0, 0x7b, 0x7b, 0, 0, 0, 0])])).rejects.toThrow();
  });
});
