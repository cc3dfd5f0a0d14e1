import { utf8 } from '../utf8.ts';
import { box, fourLetters, fullBox, integers, joined, u16, u32, u8, zeros } from './box.ts';
import type { ChapterMark } from './chapter-list.ts';
import {
  IDENTITY_MATRIX,
  MOVIE_TIMESCALE,
  chunkOffsets,
  dataInformation,
  handler,
  mediaHeader,
  timeToSample,
  trackHeader,
} from './track.ts';

const LONGEST_TITLE_BYTES = 1024;
/** Tells a QuickTime reader that the title is UTF-8. */
const ENCODING_UTF8 = box('encd', u32(0x0000_0100));

/** The text samples of a QuickTime chapter track: 16-bit length, UTF-8 title, encoding atom. */
export function chapterTextSamples(chapters: readonly ChapterMark[]): Uint8Array[] {
  return chapters.map(({ title }) => {
    const bytes = utf8(title, LONGEST_TITLE_BYTES);
    return joined([u16(bytes.length), bytes, ENCODING_UTF8]);
  });
}

/** A description of plain text after the QuickTime file format: all layout fields 0, no font name. */
function textDescription(): Uint8Array {
  const layout = joined([u32(0, 0), zeros(6), zeros(8), zeros(8), u16(0, 0), u8(0), u16(0), zeros(6), u8(0)]);
  return fullBox('stsd', 0, 0, u32(1), box('text', zeros(6), u16(1), layout));
}

/** The media header of a QuickTime text track. */
function textMediaHeader(): Uint8Array {
  const general = fullBox('gmin', 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0));
  return box('gmhd', general, box('text', IDENTITY_MATRIX));
}

/**
 * The `trak` of the chapter titles, which the audio track names in `tref/chap` (what Apple's players read).
 * Its samples, from `chapterTextSamples`, lie together at byte `offset` of the file.
 */
export function chapterTrack(
  trackId: number,
  chapters: readonly ChapterMark[],
  samples: readonly Uint8Array[],
  offset: number,
  totalMs: number,
): Uint8Array {
  const starts = chapters.map(({ startMs }) => Math.round(startMs));
  const durations = starts.map((start, i) => Math.max(0, (starts[i + 1] ?? totalMs) - start));
  const sizes = samples.map((sample) => sample.length);
  const table = box(
    'stbl',
    textDescription(),
    timeToSample(durations),
    fullBox('stsc', 0, 0, u32(1, 1, samples.length, 1)),
    fullBox('stsz', 0, 0, u32(0, sizes.length), integers(sizes, 4)),
    chunkOffsets([offset]),
  );
  const information = box('minf', textMediaHeader(), dataInformation(), table);
  const media = box('mdia', mediaHeader(MOVIE_TIMESCALE, totalMs), handler('text', '章节'), information);
  return box('trak', trackHeader(trackId, 0, totalMs, 0), media);
}

/** `tref/chap`: the audio track points to its chapter track. */
export function chapterReference(trackId: number): Uint8Array {
  return box('tref', box('chap', u32(trackId)));
}

/** The brands at the head of the file: "M4A " for one piece, "M4B " for a book with chapters. */
export function fileType(brand: 'M4A ' | 'M4B '): Uint8Array {
  return box('ftyp', fourLetters(brand), u32(0), ...[brand, 'mp42', 'isom'].map(fourLetters));
}
