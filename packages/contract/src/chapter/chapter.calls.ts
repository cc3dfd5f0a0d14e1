import * as z from 'zod';
import { defineCall } from '../call.ts';
import { onNovel } from '../permission.ts';
import { done, id, ids, instant } from '../shapes.ts';
import { workProgress } from '../socket-event.ts';
import { chapter, chapterName, editorId, heldLock, lockType } from './chapter.shapes.ts';

/** Largest accepted novel file, in bytes; above it the upload is refused. */
export const maxNovelFileBytes = 31_457_280;

/** Calls about chapters: lists, import, lock, read. */
export const chapterCalls = {
  listChapters: defineCall({
    method: 'GET',
    path: 'chapter/search',
    params: z.strictObject({ productId: id }),
    response: z.object({ list: z.array(chapter) }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '小说的全部章节，按顺序',
  }),
  listSiblings: defineCall({
    method: 'GET',
    path: 'chapter/brother/search',
    params: z.strictObject({ chapterId: id }),
    response: z.object({
      list: z.array(
        chapter.pick({ id: true, name: true, sort: true, unassignedCount: true, lineCount: true }),
      ),
    }),
    permission: onNovel('member', 'chapterId'),
    errors: [],
    summary: '同一小说的章节，供切换',
  }),
  recentChapters: defineCall({
    method: 'GET',
    path: 'chapter/recent/search',
    params: z.strictObject({ productId: id.optional() }),
    response: z.object({ list: z.array(chapter.extend({ productName: z.string() })) }),
    permission: { scope: 'session' },
    errors: [],
    summary: '我最近打开的章节',
  }),
  chapterInfo: defineCall({
    method: 'GET',
    path: 'chapter/one/search',
    params: z.strictObject({ chapterId: id }),
    response: chapter,
    permission: onNovel('member', 'chapterId'),
    errors: [],
    summary: '一个章节',
  }),
  addChapter: defineCall({
    method: 'POST',
    path: 'chapter/add',
    params: z.strictObject({ productId: id, name: chapterName, text: z.string().max(200_000).optional() }),
    response: z.object({ id }),
    permission: onNovel('edit', 'productId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED', 'CHAPTER_TOO_LONG'],
    summary: '新建章节，可带正文',
  }),
  renameChapter: defineCall({
    method: 'POST',
    path: 'chapter/edit',
    params: z.strictObject({ id, name: chapterName }),
    response: done,
    permission: onNovel('edit', 'chapterId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '改章节名',
  }),
  deleteChapters: defineCall({
    method: 'POST',
    path: 'chapter/delete',
    params: z.strictObject({ ids }),
    response: done,
    permission: onNovel('edit', 'chapterIds'),
    errors: ['CHAPTER_LOCKED', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '删除章节（全部或一个也不）',
  }),
  importFile: defineCall({
    method: 'POST',
    path: 'chapter/upload/add',
    params: z.strictObject({
      productId: id,
      /** Encoding confirmed in the preview. */
      encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5']),
      /** The user's own heading expression, or absent for the built-in rules. */
      headingPattern: z.string().max(200).optional(),
      /** Chapters and characters seen in the preview: the server imports only what was shown. */
      chapterCount: z.coerce.number().int().min(1).max(10_000),
      characterCount: z.coerce.number().int().min(1),
      /** JSON list of 0-based chapter indexes that the user unticked. */
      skipped: z.string().max(60_000).optional(),
      /** '1' splits chapters over the limit into continuations. */
      splitLong: z.enum(['0', '1']),
      fileName: z.string().max(300),
    }),
    files: { file: { maxBytes: maxNovelFileBytes } },
    response: z.object({ importId: id }),
    permission: onNovel('edit', 'productId'),
    errors: [
      'IMPORT_FILE',
      'IMPORT_CHANGED',
      'IMPORT_BUSY',
      'CHAPTER_TOO_LONG',
      'NOVEL_FINISHED',
      'NOVEL_BINNED',
    ],
    summary: '导入整本 txt：预览确认之后提交，后台切章入库',
  }),
  importInfo: defineCall({
    method: 'GET',
    path: 'chapter/upload/search',
    params: z.strictObject({ importId: id }),
    response: z.object({ importId: id, productId: id, fileName: z.string() }).extend(workProgress.shape),
    permission: onNovel('edit', 'importId'),
    errors: [],
    summary: '导入进度',
    extra: true,
  }),
  cancelImport: defineCall({
    method: 'POST',
    path: 'chapter/upload/cancel',
    params: z.strictObject({ importId: id }),
    response: done,
    permission: onNovel('edit', 'importId'),
    errors: ['TASK_STATE'],
    summary: '取消导入：什么也不留下',
    extra: true,
  }),
  readManuscript: defineCall({
    method: 'POST',
    path: 'chapter/readhtml',
    params: z.strictObject({ productId: id, url: id.describe('chapterUrlId') }),
    response: z.object({
      chapterId: id,
      chapterUrlId: id,
      revision: z.number().int(),
      hash: z.string(),
      html: z.string(),
    }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '读一个内容版本的稿件（带章节标记）',
  }),
  lockChapters: defineCall({
    method: 'POST',
    path: 'chapter/lock',
    params: z.strictObject({
      chapterIds: ids,
      type: lockType,
      editorId,
      /** 1: the creator or an admin takes the lock over. */ takeOver: z.literal(1).optional(),
    }),
    response: z.object({ locks: z.array(heldLock) }),
    permission: onNovel('edit', 'chapterIds'),
    errors: ['CHAPTER_LOCKED', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '锁定章节，全部或一个也不；已是自己同一页面的锁则续期',
  }),
  unlockChapter: defineCall({
    method: 'POST',
    path: 'chapter/unlock',
    params: z.strictObject({ chapterId: id, type: lockType, editorId }),
    response: done,
    permission: onNovel('member', 'chapterId'),
    errors: [],
    summary: '释放自己的锁；不是自己的锁则什么也不做',
  }),
  checkChapter: defineCall({
    method: 'POST',
    path: 'chapter/check',
    params: z.strictObject({ chapterId: id, editorId, type: lockType }),
    response: z.object({ held: z.boolean(), revision: z.number().int(), chapterUrlId: id }),
    permission: onNovel('member', 'chapterId'),
    errors: [],
    summary: '我的页面是否还持有锁；持有则续期',
  }),
};

/** Calls that save a manuscript. */
export const manuscriptSaveCalls = {
  saveManuscript: defineCall({
    method: 'POST',
    path: 'upload/savehtml',
    params: z.strictObject({
      chapterId: id,
      editorId,
      fence: z.coerce.number().int(),
      baseRevision: z.coerce.number().int(),
      /** One id per attempt to save one content: a retry with the same id gives the same answer. */
      saveId: id,
      /** SHA-256 of the sent manuscript, hex. */
      contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    files: { file: { maxBytes: 8_388_608 } },
    response: z.object({
      chapterUrlId: id,
      revision: z.number().int(),
      savedAt: instant,
      wordCount: z.number().int(),
      lineCount: z.number().int(),
      unassignedCount: z.number().int(),
    }),
    permission: onNovel('edit', 'chapterId'),
    errors: [
      'CHAPTER_ID_MISMATCH',
      'MANUSCRIPT_INVALID',
      'SAVE_STALE',
      'LOCK_LOST',
      'CHAPTER_TOO_LONG',
      'NOVEL_FINISHED',
      'NOVEL_BINNED',
    ],
    summary: '保存稿件：已在稳定存储上成为新版本后才回答',
  }),
};
