import {
  compileHeadingPattern,
  decodeText,
  MAX_CHAPTER_CHARACTERS,
  splitBook,
  splitLongChapter,
} from '@huaben/manuscript';
import type { BookChapter, DecodedText, TextEncodingName } from '@huaben/manuscript';
import type { PreviewBook, PreviewChapter } from './import-messages.ts';

const sampleLines = 12;
const sampleLineLength = 120;

/** Decodes a file by the detected encoding or by the person's choice. Throws TextImportError. */
export const decode = (bytes: Uint8Array, encoding?: TextEncodingName): DecodedText =>
  decodeText(bytes, encoding);

/** The preview of a decoded file; an empty pattern means the built-in rules. Throws HeadingPatternError. */
export function previewOf(decoded: DecodedText, headingPattern: string): PreviewBook {
  const { text, encoding, confidence, replaced, dropped } = decoded;
  const chapters = headingPattern
    ? splitBook(text, { pattern: compileHeadingPattern(headingPattern) })
    : splitBook(text);
  return {
    encoding,
    confidence,
    replaced,
    dropped,
    sample: firstLines(text),
    characterCount: text.length,
    chapters: chapters.map((chapter) => previewChapter(chapter, text)),
  };
}

function previewChapter(chapter: BookChapter, text: string): PreviewChapter {
  const body = text.slice(chapter.bodyFrom, chapter.to).trim();
  const parts = body.length > MAX_CHAPTER_CHARACTERS ? splitLongChapter(body) : [body];
  return {
    title: chapter.title,
    words: chapter.words,
    characters: body.length,
    warnings: chapter.warnings,
    parts: parts.length,
    uncuttable: parts.some((part) => part.trim().length > MAX_CHAPTER_CHARACTERS),
  };
}

function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.slice(0, 20_000).split('\n')) {
    const trimmed = line.trim();
    if (trimmed) lines.push(trimmed.slice(0, sampleLineLength));
    if (lines.length === sampleLines) break;
  }
  return lines;
}
