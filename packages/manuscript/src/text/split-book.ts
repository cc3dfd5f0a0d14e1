import { bookSections } from './book-sections.ts';
import type { ChapterWarning } from './chapter-warning.ts';
import type { HeadingPattern } from './heading-pattern.ts';
import { sourceLines } from './source-lines.ts';
import { countWords, MAX_CHAPTER_CHARACTERS } from './words.ts';
import type { BookSection } from './book-sections.ts';

/** A proposed chapter. `from`..`to` are UTF-16 offsets of the whole section, heading line included; the text below the heading begins at `bodyFrom`. `words` counts that text. */
export type BookChapter = {
  readonly title: string;
  readonly from: number;
  readonly bodyFrom: number;
  readonly to: number;
  readonly words: number;
  readonly warnings: ChapterWarning[];
};

const SHORT_WORDS = 50;

/**
 * Proposes the chapters of a book whose line ends are LF; nothing between the first chapter and the end is left out.
 * Headings are 第N章/回/话/节/集/卷/部/篇, Chapter N, 楔子, 序, 番外, 尾声 and their like, or the user's own `pattern`.
 * Volumes become a prefix of their chapters' titles, finer units stay in the text, a table of contents is passed over.
 * A collection of stories is split at its short title lines, with 第N章 lines inside a story left in the text. Text before
 * the first heading becomes 前言 when it is more than title and author. A closing piece below 1,000 characters stays with
 * the chapter before it and is warned of. A text without any structure is one chapter.
 */
export function splitBook(text: string, options: { readonly pattern?: HeadingPattern } = {}): BookChapter[] {
  const sections = bookSections(text, sourceLines(text), options.pattern);
  const seen = new Map<string, string>();
  let volume = '';
  let previous: number | null = null;
  return sections.map((section) => {
    const body = text.slice(section.bodyFrom, section.to);
    const words = countWords(body);
    const warnings: ChapterWarning[] = [];
    if (section.volume !== volume) {
      // Numbers may run on or start again in a new volume; only a jump that does neither is a gap.
      volume = section.volume;
      previous = section.number === 1 ? null : previous;
      if (section.number === 1) seen.clear();
    }
    warnings.push(...numberWarnings(section, previous, seen));
    if (section.number !== null) previous = section.number;
    if (words < SHORT_WORDS)
      warnings.push({ kind: 'short', message: `本章只有 ${words} 字，请确认是否误分。` });
    const characters = body.trim().length;
    if (characters > MAX_CHAPTER_CHARACTERS) {
      const message = `本章有 ${characters} 个字符，超过每章 ${MAX_CHAPTER_CHARACTERS} 的上限，导入时需要再拆分。`;
      warnings.push({ kind: 'long', message });
    }
    warnings.push(...section.notes);
    const { title, from, bodyFrom, to } = section;
    return { title, from, bodyFrom, to, words, warnings };
  });
}

function numberWarnings(
  section: BookSection,
  previous: number | null,
  seen: Map<string, string>,
): ChapterWarning[] {
  const { key, number, title } = section;
  if (key === null) return [];
  const earlier = seen.get(key);
  seen.set(key, title);
  if (earlier !== undefined)
    return isPart(title) && earlier !== title
      ? []
      : [{ kind: 'duplicate', message: `与前面的“${earlier}”序号或标题重复，请确认是否重复导入。` }];
  if (number === null) return [];
  const expected = previous === null ? 1 : previous + 1;
  if (number <= expected) return [];
  const missing = number - expected === 1 ? `第 ${expected} 章` : `第 ${expected} 至 ${number - 1} 章`;
  return [{ kind: 'gap', message: `序号不连续：前面缺少${missing}，请核对原稿。` }];
}

/** Whether a title says that it is one of several parts under the same number: （上）, 下, （续）, （2）. */
function isPart(title: string): boolean {
  return /(?:[（(【]\s*(?:[上中下续終终]|[0-9一二三四五六七八九十]{1,3})\s*[）)】]|[\s\u3000][上中下])$/.test(
    title,
  );
}
