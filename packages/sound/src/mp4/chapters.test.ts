import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioMovieBox, chapterListBox, chapterTextSamples, fileType } from '../index.ts';
import { utf8 } from '../utf8.ts';

/** Boxes of a stretch of bytes by type, one level deep. */
function boxes(bytes: Uint8Array): { type: string; content: Buffer }[] {
  const buffer = Buffer.from(bytes);
  const found: { type: string; content: Buffer }[] = [];
  for (let at = 0; at < buffer.length;) {
    const size = buffer.readUInt32BE(at);
    expect(size).toBeGreaterThanOrEqual(8);
    expect(at + size).toBeLessThanOrEqual(buffer.length);
    found.push({
      type: buffer.toString('latin1', at + 4, at + 8),
      content: buffer.subarray(at + 8, at + size),
    });
    at += size;
  }
  return found;
}

function inside(bytes: Uint8Array, ...path: string[]): Buffer {
  const [type, ...rest] = path;
  const content = boxes(bytes).find((candidate) => candidate.type === type)?.content;
  if (content === undefined) throw new Error(`no box ${String(type)}`);
  return rest.length === 0 ? content : inside(content, ...rest);
}

function readChapterList(bytes: Uint8Array): { title: string; startMs: number }[] {
  const content = inside(bytes, 'chpl');
  const chapters: { title: string; startMs: number }[] = [];
  let at = 9;
  for (let i = 0; i < content.readUInt8(8); i += 1) {
    const length = content.readUInt8(at + 8);
    const startMs = Number(content.readBigUInt64BE(at)) / 10_000;
    chapters.push({
      title: new TextDecoder('utf-8', { fatal: true }).decode(content.subarray(at + 9, at + 9 + length)),
      startMs,
    });
    at += 9 + length;
  }
  expect(at).toBe(content.length);
  return chapters;
}

describe('utf8', () => {
  it('agrees with the platform and never cuts a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, limit) => {
        expect(utf8(text)).toEqual(new TextEncoder().encode(text));
        const cut = utf8(text, limit);
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(
          text
            .toWellFormed()
            .startsWith(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(cut)),
        ).toBe(true);
      }),
    );
  });
});

describe('chapterListBox', () => {
  it('gives titles and starts back', () => {
    const chapters = [
      { title: '第一章 狂人日记', startMs: 0 },
      { title: '第二章 孔乙己', startMs: 36_000_123 },
    ];
    expect(readChapterList(chapterListBox(chapters))).toEqual(chapters);
  });

  it('cuts a long title on a character border and lists 255 chapters at most', () => {
    const chapters = Array.from({ length: 300 }, (_, i) => ({ title: '长'.repeat(100), startMs: i * 1000 }));
    const read = readChapterList(chapterListBox(chapters));
    expect(read.length).toBe(255);
    expect(read[254]).toEqual({ title: '长'.repeat(85), startMs: 254_000 });
  });
});

describe('audioMovieBox', () => {
  const chapters = Array.from({ length: 300 }, (_, i) => ({
    title: `第${String(i + 1)}章`,
    startMs: i * 500,
  }));
  const textSamples = chapterTextSamples(chapters);
  const frameBytes = Uint16Array.from({ length: 3500 }, (_, i) => 100 + (i % 50));
  const base = {
    rate: 22_050,
    kbps: 64,
    audioConfig: Uint8Array.of(0x13, 0x88),
    frameBytes,
    primingSamples: 1024,
    totalSamples: 3_500_000,
    audioOffset: 44,
    tags: { title: '呐喊', album: '呐喊', artist: '鲁迅' },
  };
  const movie = audioMovieBox({ ...base, book: { chapters, textSamples, textOffset: 1_000_000 } });

  it('lists every frame and finds each chunk where its frames begin', () => {
    const trak = inside(movie, 'moov', 'trak');
    const table = inside(trak, 'mdia', 'minf', 'stbl');
    expect(inside(table, 'stsz').readUInt32BE(8)).toBe(3500);
    const offsets = inside(table, 'stco');
    expect(offsets.readUInt32BE(4)).toBe(Math.ceil(3500 / 64));
    const sum = (to: number): number => frameBytes.subarray(0, to).reduce((total, bytes) => total + bytes, 0);
    expect(offsets.readUInt32BE(8 + 4 * 10)).toBe(44 + sum(640));
    expect([...inside(table, 'stsc').subarray(4)].length).toBe(4 + 2 * 12);
    const edit = inside(trak, 'edts', 'elst');
    expect([edit.readUInt32BE(8), edit.readUInt32BE(12)]).toEqual([
      Math.round((3_500_000 * 1000) / 22_050),
      1024,
    ]);
  });

  it('names a chapter track with all chapters, however many', () => {
    const [audio, text] = boxes(inside(movie, 'moov')).filter(({ type }) => type === 'trak');
    if (audio === undefined || text === undefined) throw new Error('two tracks are needed');
    expect(inside(audio.content, 'tref', 'chap').readUInt32BE(0)).toBe(2);
    expect(inside(text.content, 'tkhd').readUInt32BE(12)).toBe(2);
    const table = inside(text.content, 'mdia', 'minf', 'stbl');
    expect(inside(table, 'stsz').readUInt32BE(8)).toBe(300);
    expect(inside(table, 'stsz').readUInt32BE(12)).toBe(textSamples[0]?.length);
    expect(inside(table, 'stco').readUInt32BE(8)).toBe(1_000_000);
    const times = inside(table, 'stts');
    // 299 chapters of half a second, and the last one to the end.
    expect([times.readUInt32BE(8), times.readUInt32BE(12)]).toEqual([299, 500]);
    expect(readChapterList(inside(movie, 'moov', 'udta')).length).toBe(255);
  });

  it('takes 64-bit offsets for a file beyond 4 GiB and drops the chapter parts of a plain file', () => {
    const far = audioMovieBox({ ...base, audioOffset: 5_000_000_000 });
    const table = inside(far, 'moov', 'trak', 'mdia', 'minf', 'stbl');
    expect(Number(inside(table, 'co64').readBigUInt64BE(8))).toBe(5_000_000_000);
    expect(boxes(inside(far, 'moov')).map(({ type }) => type)).toEqual(['mvhd', 'trak', 'udta']);
    expect(boxes(inside(far, 'moov', 'udta')).map(({ type }) => type)).toEqual(['meta']);
  });

  it('starts the file with its brand', () => {
    expect(inside(fileType('M4B '), 'ftyp').toString('latin1', 0, 4)).toBe('M4B ');
  });
});
