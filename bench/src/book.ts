import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeText, manuscriptFromText, splitBook } from '@huaben/manuscript';

const file = path.join(import.meta.dirname, '../data/hongloumeng.txt');

/** The bytes of 《红楼梦》, UTF-8. */
export const bookBytes = (): Buffer => readFileSync(file);

/** A chapter of the book with its speech detected. */
export interface BookChapter {
  readonly title: string;
  readonly text: string;
  readonly doc: ReturnType<typeof manuscriptFromText>;
}

/** Line ids as the server's: different in one book, the same in every run. */
export function lineIds(): () => string {
  let count = 0;
  return () => `l${(count++).toString(36).padStart(12, '0')}`;
}

/** Decodes the book, cuts it and detects its speech. */
export function chaptersOf(bytes: Uint8Array): BookChapter[] {
  const { text } = decodeText(bytes);
  const newLineId = lineIds();
  return splitBook(text).map(({ title, bodyFrom, to }) => {
    const body = text.slice(bodyFrom, to).trim();
    return { title, text: body, doc: manuscriptFromText(body, newLineId) };
  });
}
