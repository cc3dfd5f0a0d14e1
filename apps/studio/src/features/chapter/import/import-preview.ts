import { MAX_CHAPTER_CHARACTERS } from '@huaben/manuscript';
import type { TextEncodingName } from '@huaben/manuscript';
import type { FromImportWorker, PreviewBook, PreviewChapter } from './import-messages.ts';

/** Everything about a file between its choice and 确认导入; nothing of it is stored. */
export interface ImportPreview {
  readonly fileName: string;
  readonly fileSize: number;
  /** The number of the newest question to the worker; older answers are stale. */
  readonly asked: number;
  readonly waiting: boolean;
  readonly book: PreviewBook | null;
  /** Why the file cannot be read as it is. */
  readonly fileProblem: string | null;
  /** Whether another encoding may solve the problem. */
  readonly tryEncoding: boolean;
  readonly headingPattern: string;
  readonly patternProblem: string | null;
  /** Indexes of the unticked chapters. */
  readonly skipped: ReadonlySet<number>;
  readonly splitLong: boolean;
}

/** What can happen to a preview. */
export type PreviewEvent =
  | {
      readonly kind: 'asked';
      readonly ask: number;
      readonly headingPattern?: string;
      readonly encoding?: TextEncodingName;
    }
  | { readonly kind: 'answered'; readonly answer: FromImportWorker }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'tick'; readonly indexes: readonly number[]; readonly on: boolean }
  | { readonly kind: 'splitLong'; readonly on: boolean };

/** The preview of a file that was just chosen. */
export const newPreview = (fileName: string, fileSize: number): ImportPreview => ({
  fileName,
  fileSize,
  asked: 0,
  waiting: true,
  book: null,
  fileProblem: null,
  tryEncoding: false,
  headingPattern: '',
  patternProblem: null,
  skipped: new Set(),
  splitLong: true,
});

/** The preview after an event. Other chapters make the ticks meaningless, so a new division ticks all. */
export function previewAfter(preview: ImportPreview, event: PreviewEvent): ImportPreview {
  switch (event.kind) {
    case 'asked':
      return {
        ...preview,
        asked: event.ask,
        waiting: true,
        headingPattern: event.headingPattern ?? preview.headingPattern,
      };
    case 'answered':
      return event.answer.ask === preview.asked ? afterAnswer(preview, event.answer) : preview;
    case 'unreadable':
      return { ...preview, waiting: false, book: null, fileProblem: event.message };
    case 'tick': {
      const skipped = new Set(preview.skipped);
      for (const index of event.indexes) {
        if (event.on) skipped.delete(index);
        else skipped.add(index);
      }
      return { ...preview, skipped };
    }
    case 'splitLong':
      return { ...preview, splitLong: event.on };
  }
}

function afterAnswer(preview: ImportPreview, answer: FromImportWorker): ImportPreview {
  if (answer.kind === 'badPattern') return { ...preview, waiting: false, patternProblem: answer.message };
  if (answer.kind === 'badFile') {
    const { message, tryEncoding } = answer;
    return { ...preview, waiting: false, book: null, fileProblem: message, tryEncoding };
  }
  const sameDivision =
    preview.book !== null &&
    preview.book.chapters.length === answer.book.chapters.length &&
    preview.book.chapters.every((chapter, index) => chapter.title === answer.book.chapters[index]?.title);
  return {
    ...preview,
    waiting: false,
    book: answer.book,
    fileProblem: null,
    patternProblem: null,
    skipped: sameDivision ? preview.skipped : new Set(),
  };
}

/** What 确认导入 would store. */
export interface ImportTotals {
  readonly chapters: number;
  /** Files in the list afterwards: continuations count. */
  readonly files: number;
  readonly words: number;
  readonly warned: number;
}

const ticked = (preview: ImportPreview): PreviewChapter[] =>
  (preview.book?.chapters ?? []).filter((_, index) => !preview.skipped.has(index));

/** See {@link ImportTotals}. */
export function totalsOf(preview: ImportPreview): ImportTotals {
  const chapters = ticked(preview);
  return {
    chapters: chapters.length,
    files: chapters.reduce((sum, { parts }) => sum + (preview.splitLong ? parts : 1), 0),
    words: chapters.reduce((sum, { words }) => sum + words, 0),
    warned: chapters.filter(({ warnings }) => warnings.length > 0).length,
  };
}

/** Why this cannot be imported yet, or null when it can. */
export function blockerOf(preview: ImportPreview): string | null {
  if (preview.fileProblem) return preview.fileProblem;
  if (preview.waiting || !preview.book) return '正在读取文件';
  if (preview.patternProblem) return '请先改正或清空章节标题的表达式';
  const chapters = ticked(preview);
  if (chapters.length === 0) return '没有勾选任何章节，请至少勾选一章';
  const limit = MAX_CHAPTER_CHARACTERS.toLocaleString('zh-CN');
  const uncuttable = chapters.find((chapter) => chapter.uncuttable);
  if (uncuttable)
    return `「${uncuttable.title}」有一段超过 ${limit} 个字符，无法自动拆分；请在原文中分段，或不勾选这一章`;
  const long = chapters.find((chapter) => chapter.parts > 1);
  if (long && !preview.splitLong)
    return `「${long.title}」有 ${long.characters.toLocaleString('zh-CN')} 个字符，超过每章 ${limit} 的上限；请勾选自动拆分，或不勾选这一章`;
  return null;
}

/** The fields that go with the file; the server imports only what was shown. */
export function importFields(preview: ImportPreview, book: PreviewBook) {
  return {
    encoding: book.encoding,
    ...(preview.headingPattern ? { headingPattern: preview.headingPattern } : {}),
    chapterCount: book.chapters.length,
    characterCount: book.characterCount,
    ...(preview.skipped.size > 0
      ? { skipped: JSON.stringify([...preview.skipped].sort((a, b) => a - b)) }
      : {}),
    splitLong: preview.splitLong ? ('1' as const) : ('0' as const),
    fileName: preview.fileName,
  };
}
