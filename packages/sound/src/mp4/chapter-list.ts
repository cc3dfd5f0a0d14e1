import { utf8 } from '../utf8.ts';
import { fullBox, joined, u32, u64, u8 } from './box.ts';

/** The start of one chapter on the time line of a book. */
export interface ChapterMark {
  readonly title: string;
  /** Milliseconds from the start of the book. */
  readonly startMs: number;
}

const MOST_CHAPTERS = 255;
const LONGEST_TITLE_BYTES = 255;
const HUNDRED_NANOSECONDS_PER_MS = 10_000;

/**
 * The `chpl` box (Nero chapter list) for `moov/udta`: starts in units of 100 ns, titles in UTF-8.
 * The format counts chapters and title bytes in one byte each: chapters after the 255th are left out, and
 * longer titles are cut on a character border.
 */
export function chapterListBox(chapters: readonly ChapterMark[]): Uint8Array {
  const listed = chapters.slice(0, MOST_CHAPTERS);
  const entries = listed.map(({ title, startMs }) => {
    const bytes = utf8(title, LONGEST_TITLE_BYTES);
    return joined([u64(Math.round(startMs * HUNDRED_NANOSECONDS_PER_MS)), u8(bytes.length), bytes]);
  });
  return fullBox('chpl', 1, 0, u32(0), u8(listed.length), ...entries);
}
