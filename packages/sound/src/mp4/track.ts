import { box, cString, fourLetters, fullBox, integers, u16, u32, u64, u8, zeros } from './box.ts';

/** Ticks per second of the movie; 32 bits of them last 49 days. */
export const MOVIE_TIMESCALE = 1000;

/** Three letters of ISO 639-2 packed into 15 bits: "zho". */
const LANGUAGE_ZHO = 0x690f;
/** No scaling, no rotation. */
export const IDENTITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000);
const U32_MAX = 0xffff_ffff;

/** Movie header; `durationMs` in movie ticks. */
export function movieHeader(durationMs: number, nextTrackId: number): Uint8Array {
  return fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, MOVIE_TIMESCALE, durationMs, 0x10000),
    u16(0x0100),
    zeros(10),
    IDENTITY_MATRIX,
    zeros(24),
    u32(nextTrackId),
  );
}

/** Track header; `flags` 3 = enabled and part of the movie, 0 = only referred to by another track. */
export function trackHeader(trackId: number, flags: number, durationMs: number, volume: number): Uint8Array {
  return fullBox(
    'tkhd',
    0,
    flags,
    u32(0, 0, trackId, 0, durationMs),
    zeros(8),
    u16(0, flags === 0 ? 1 : 0, volume, 0),
    IDENTITY_MATRIX,
    u32(0, 0),
  );
}

/** Media header; a duration beyond 32 bits takes the 64-bit version. */
export function mediaHeader(timescale: number, duration: number): Uint8Array {
  const tail = u16(LANGUAGE_ZHO, 0);
  return duration > U32_MAX
    ? fullBox('mdhd', 1, 0, u64(0, 0), u32(timescale), u64(duration), tail)
    : fullBox('mdhd', 0, 0, u32(0, 0, timescale, duration), tail);
}

/** Handler: the kind of a track ("soun", "text"). */
export function handler(kind: string, name: string): Uint8Array {
  return fullBox('hdlr', 0, 0, u32(0), fourLetters(kind), zeros(12), cString(name));
}

/** "The data is in this file." */
export function dataInformation(): Uint8Array {
  return box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));
}

/** One edit: play `durationMs` from `mediaTime` (in ticks of the media) at normal speed. */
export function singleEdit(durationMs: number, mediaTime: number): Uint8Array {
  return box('edts', fullBox('elst', 0, 0, u32(1, durationMs, mediaTime), u16(1, 0)));
}

/** Chunk offsets, in 64 bits when the file needs them. */
export function chunkOffsets(offsets: readonly number[]): Uint8Array {
  const last = offsets.at(-1) ?? 0;
  return last > U32_MAX
    ? fullBox('co64', 0, 0, u32(offsets.length), integers(offsets, 8))
    : fullBox('stco', 0, 0, u32(offsets.length), integers(offsets, 4));
}

/** Runs of equal values as `stts` writes them. */
export function timeToSample(durations: Iterable<number>): Uint8Array {
  const runs: number[] = [];
  for (const duration of durations) {
    const last = runs.length - 1;
    if (last > 0 && runs[last] === duration) runs[last - 1] = (runs[last - 1] ?? 0) + 1;
    else runs.push(1, duration);
  }
  return fullBox('stts', 0, 0, u32(runs.length / 2), integers(runs, 4));
}

/** Length of an MPEG-4 descriptor in the four-byte form. */
export function descriptor(tag: number, ...content: Uint8Array[]): Uint8Array[] {
  const size = content.reduce((sum, piece) => sum + piece.length, 0);
  const length = [21, 14, 7].map((shift) => 0x80 | ((size >> shift) & 0x7f));
  return [u8(tag, ...length, size & 0x7f), ...content];
}
