import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { id3Tag } from './id3.ts';
import { encodeMp3, muxM4b } from './index.ts';

const RATE = 22_050;

function tone(seconds: number, rate = RATE): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => 0.3 * Math.sin(i / 8));
}

async function* pieces(seconds: number, each = 0.5): AsyncGenerator<Float32Array> {
  for (let done = 0; done < seconds; done += each) yield tone(each);
}

async function collected(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

/** Content of the first box at the end of `path`. */
function box(bytes: Buffer, ...path: string[]): Buffer {
  const [type, ...rest] = path;
  for (let at = 0; at < bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    const content = bytes.subarray(at + (short === 1 ? 16 : 8), at + size);
    if (bytes.toString('latin1', at + 4, at + 8) === type)
      return rest.length === 0 ? content : box(content, ...rest);
    at += size;
  }
  throw new Error(`no box ${String(type)}`);
}

/** Frames and samples of an MPEG audio stream after its ID3 tag, by walking its headers. */
function mp3Frames(bytes: Buffer): { frames: number; rate: number; seconds: number } {
  let at =
    10 + (((bytes[6] ?? 0) << 21) | ((bytes[7] ?? 0) << 14) | ((bytes[8] ?? 0) << 7) | (bytes[9] ?? 0));
  let frames = 0;
  let rate = 0;
  let samples = 0;
  while (at + 4 <= bytes.length) {
    const header = bytes.readUInt32BE(at);
    expect(header >>> 21).toBe(0x7ff);
    const isMpeg1 = ((header >>> 19) & 3) === 3;
    const kbps = (
      isMpeg1
        ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    )[(header >>> 12) & 15];
    rate = ([44_100, 48_000, 32_000][(header >>> 10) & 3] ?? 0) / (isMpeg1 ? 1 : 2);
    const perFrame = isMpeg1 ? 1152 : 576;
    at += Math.floor((perFrame / 8) * (((kbps ?? 0) * 1000) / rate)) + ((header >>> 9) & 1);
    frames += 1;
    samples += perFrame;
  }
  expect(at).toBe(bytes.length);
  return { frames, rate, seconds: samples / rate };
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encoding-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('encodeMp3', () => {
  const tags = { title: '第一章 狂人日记', album: '呐喊' };

  it('makes whole frames of the right length behind a tag', async () => {
    const bytes = await collected(encodeMp3(pieces(7), { sampleRate: RATE, kbps: 64, tags }));
    expect(bytes.subarray(0, id3Tag(tags).length)).toEqual(Buffer.from(id3Tag(tags)));
    const { rate, seconds } = mp3Frames(bytes);
    expect(rate).toBe(RATE);
    // The codec adds its delay and fills the last frame.
    expect(seconds).toBeGreaterThanOrEqual(7);
    expect(seconds).toBeLessThan(7.15);
  });

  it('doubles the rate when the bit rate needs it', async () => {
    const bytes = await collected(encodeMp3([tone(2)], { sampleRate: RATE, kbps: 192, tags }));
    expect(mp3Frames(bytes).rate).toBe(44_100);
  });

  it('refuses rates that MP3 does not know', async () => {
    await expect(collected(encodeMp3([tone(1)], { sampleRate: 12_345, kbps: 64, tags }))).rejects.toThrow(
      RangeError,
    );
    await expect(collected(encodeMp3([tone(1)], { sampleRate: RATE, kbps: 65, tags }))).rejects.toThrow(
      '65 kbps',
    );
  });

  it('stops when the signal says so, and when the source fails', async () => {
    const abort = new AbortController();
    const endless = async function* (): AsyncGenerator<Float32Array> {
      for (let i = 0; ; i += 1) {
        if (i === 20) abort.abort(new Error('stopped'));
        yield tone(1);
      }
    };
    await expect(
      collected(encodeMp3(endless(), { sampleRate: RATE, kbps: 64, tags, signal: abort.signal })),
    ).rejects.toThrow('stopped');
    const broken = async function* (): AsyncGenerator<Float32Array> {
      yield tone(1);
      throw new Error('no such blob');
    };
    await expect(collected(encodeMp3(broken(), { sampleRate: RATE, kbps: 64, tags }))).rejects.toThrow(
      'no such blob',
    );
  });
});

describe('id3Tag', () => {
  it('holds title, album and artist in UTF-16', () => {
    const bytes = Buffer.from(id3Tag({ title: '药', album: '呐喊', artist: '鲁迅' }));
    expect(bytes.toString('latin1', 0, 3)).toBe('ID3');
    expect(bytes.readUInt8(9)).toBe(bytes.length - 10);
    expect(bytes.includes(Buffer.from('\ufeff药', 'utf16le'))).toBe(true);
    expect(['TIT2', 'TALB', 'TPE1'].every((frame) => bytes.includes(frame))).toBe(true);
  });
});

describe('muxM4b', () => {
  const book = { title: '呐喊', author: '鲁迅', sampleRate: RATE, kbps: 64 };

  it('writes chapters at their times, with Chinese titles', async () => {
    const path = join(folder, 'book.m4b');
    const seen: number[] = [];
    const chapters = [
      { title: '第一章 狂人日记', audio: pieces(2) },
      { title: '第二章 孔乙己', audio: pieces(1.5) },
      { title: '第三章 药', audio: pieces(1) },
    ];
    await muxM4b(chapters, { ...book, onProgress: ({ chapter }) => seen.push(chapter) }, path);
    const bytes = await readFile(path);
    expect(await readdir(folder)).toEqual(['book.m4b']);
    expect(box(bytes, 'ftyp').toString('latin1', 0, 4)).toBe('M4B ');
    expect(box(bytes, 'moov', 'mvhd').readUInt32BE(16)).toBe(4500);
    const list = box(bytes, 'moov', 'udta', 'chpl');
    expect(list.readUInt8(8)).toBe(3);
    let at = 9;
    const read = chapters.map(() => {
      const length = list.readUInt8(at + 8);
      const entry = [
        Number(list.readBigUInt64BE(at)) / 10_000,
        list.toString('utf8', at + 9, at + 9 + length),
      ];
      at += 9 + length;
      return entry;
    });
    expect(read).toEqual([
      [0, '第一章 狂人日记'],
      [2000, '第二章 孔乙己'],
      [3500, '第三章 药'],
    ]);
    expect(box(bytes, 'moov', 'trak', 'tref', 'chap').readUInt32BE(0)).toBe(2);
    expect(box(bytes, 'mdat').includes('第三章 药')).toBe(true);
    expect(bytes.includes('鲁迅')).toBe(true);
    expect([...new Set(seen)]).toEqual([0, 1, 2]);
  });

  it('leaves nothing behind after an abort or a failing source', async () => {
    const abort = new AbortController();
    const stopping = async function* (): AsyncGenerator<Float32Array> {
      yield tone(4);
      abort.abort(new Error('stopped'));
      yield tone(4);
    };
    const path = join(folder, 'book.m4b');
    await expect(
      muxM4b([{ title: '一', audio: stopping() }], { ...book, signal: abort.signal }, path),
    ).rejects.toThrow('stopped');
    const broken = async function* (): AsyncGenerator<Float32Array> {
      yield tone(1);
      throw new Error('no such blob');
    };
    await expect(muxM4b([{ title: '一', audio: broken() }], book, path)).rejects.toThrow('no such blob');
    await expect(
      muxM4b(
        [{ title: '一', audio: pieces(1) }],
        { ...book, signal: AbortSignal.abort(new Error('early')) },
        path,
      ),
    ).rejects.toThrow('early');
    expect(await readdir(folder)).toEqual([]);
  });
});
