import * as z from 'zod';
import { defineCall } from '../call.ts';
import { onNovel } from '../permission.ts';
import { done, id, ids, instant } from '../shapes.ts';
import { workProgress } from '../socket-event.ts';

const exportRecord = z
  .object({
    id,
    productId: id,
    chapterId: id.nullable(),
    format: z.enum(['mp3', 'm4b']),
    fileName: z.string(),
    bytes: z.number().int().nullable(),
    createTime: instant,
  })
  .extend(workProgress.shape);

/** Calls about downloads: a job makes the file, its record is the history, the bytes are fetched at the end. */
export const exportCalls = {
  startExport: defineCall({
    method: 'POST',
    path: 'exportrecord/add',
    params: z.strictObject({
      productId: id,
      chapterId: id.optional(),
      format: z.enum(['mp3', 'm4b']),
      key: z.string().regex(/^[\w-]{8,64}$/),
    }),
    response: exportRecord,
    permission: onNovel('broad', 'productId'),
    errors: ['AUDIO_MISSING'],
    summary: '开始导出：一章的 MP3，或整部小说的 M4B',
    extra: true,
  }),
  listExports: defineCall({
    method: 'GET',
    path: 'exportrecord/search',
    params: z.strictObject({ productId: id, chapterId: id.optional() }),
    response: z.object({ list: z.array(exportRecord) }),
    permission: onNovel('broad', 'productId'),
    errors: [],
    summary: '导出记录',
  }),
  cancelExport: defineCall({
    method: 'POST',
    path: 'exportrecord/cancel',
    params: z.strictObject({ productId: id, ids }),
    response: done,
    permission: onNovel('broad', 'exportIds'),
    errors: ['TASK_STATE'],
    summary: '取消导出',
    extra: true,
  }),
  downloadExport: defineCall({
    method: 'POST',
    path: 'upload/outer/download',
    params: z.strictObject({ productId: id, ids: z.array(id).length(1) }),
    response: 'blob',
    permission: onNovel('broad', 'exportIds'),
    errors: ['EXPORT_NOT_READY'],
    summary: '下载导出好的文件',
  }),
};
