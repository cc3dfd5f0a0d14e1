import { Refusal } from '@huaben/contract';
import {
  compileHeadingPattern,
  continuationTitle,
  decodeText,
  HeadingPatternError,
  MAX_CHAPTER_CHARACTERS,
  splitBook,
  splitLongChapter,
  TextImportError,
} from '@huaben/manuscript';
import type { TextEncodingName } from '@huaben/manuscript';

/** How a file is read and cut, as the person confirmed it in the preview. */
export interface ImportOptions {
  readonly encoding: TextEncodingName;
  readonly headingPattern: string | null;
  readonly chapterCount: number;
  readonly characterCount: number;
  /** 0-based indexes of chapters that are left out. */
  readonly skipped: readonly number[];
  readonly splitLong: boolean;
}

/** A chapter cut from a book. */
export interface CutChapter {
  readonly name: string;
  readonly text: string;
}

const longestName = 100;
const cleanName = (title: string): string => {
  const clean = title.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return [...(clean === '' ? '未命名章节' : clean)].slice(0, longestName).join('');
};

/**
 * Decodes and cuts a file exactly as the preview did.
 * @throws Refusal IMPORT_FILE when it cannot be read, IMPORT_CHANGED when it is not what was previewed,
 * CHAPTER_TOO_LONG when a chapter passes the limit and may not be split
 */
export function cutBook(bytes: Uint8Array, options: ImportOptions): CutChapter[] {
  try {
    const { text } = decodeText(bytes, options.encoding);
    const pattern =
      options.headingPattern === null ? undefined : compileHeadingPattern(options.headingPattern);
    const chapters = splitBook(text, pattern ? { pattern } : {});
    if (text.length !== options.characterCount || chapters.length !== options.chapterCount)
      throw new Refusal('IMPORT_CHANGED');
    const skipped = new Set(options.skipped);
    const kept = chapters.filter((_, index) => !skipped.has(index));
    if (kept.length === 0) throw new Refusal('IMPORT_FILE', { text: '没有选择任何章节，请至少保留一章' });
    return kept.flatMap(({ title, bodyFrom, to }) =>
      fitted(cleanName(title), text.slice(bodyFrom, to).trim(), options.splitLong),
    );
  } catch (error) {
    if (error instanceof TextImportError || error instanceof HeadingPatternError)
      throw new Refusal('IMPORT_FILE', { text: error.message });
    throw error;
  }
}

function fitted(name: string, text: string, splitLong: boolean): CutChapter[] {
  if (text.length <= MAX_CHAPTER_CHARACTERS) return [{ name, text }];
  const tooLong = (characters: number): Refusal =>
    new Refusal('CHAPTER_TOO_LONG', {
      text: `《${name}》有 ${characters} 个字符，超过每章 ${MAX_CHAPTER_CHARACTERS} 的上限；请勾选自动拆分，或先在文件中分章`,
    });
  if (!splitLong) throw tooLong(text.length);
  return splitLongChapter(text).map((part, index) => {
    if (part.length > MAX_CHAPTER_CHARACTERS) throw tooLong(part.length);
    return { name: cleanName(continuationTitle(name, index)), text: part };
  });
}
