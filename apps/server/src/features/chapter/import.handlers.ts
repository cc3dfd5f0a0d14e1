import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { mustBeWritable } from '@huaben/domain';
import * as z from 'zod';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { isUniqueViolation } from '../../platform/db/database.ts';
import { prepared } from '../../platform/http/handler.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import type { ImportOptions } from './book-chapters.ts';
import { countChapters } from './check-book.ts';
import { importBook } from './import.jobs.ts';
import * as store from './import.store.ts';

type Calls = Pick<(typeof contract)['chapter'], 'importFile' | 'importInfo' | 'cancelImport'>;

const indexes = z.array(z.number().int().min(0)).max(10_000);

function skippedOf(text: string | undefined): number[] {
  if (text === undefined || text === '') return [];
  try {
    return indexes.parse(JSON.parse(text));
  } catch {
    throw new Refusal('BAD_REQUEST', { text: '未选章节的列表有误，请重新预览文件' });
  }
}

const plainName = (name: string): string =>
  name.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').slice(0, 200) || '未命名文件';

/** Handlers of the import calls. */
export const importHandlers = (blobs: BlobStore): Handlers<Calls> => ({
  importFile: prepared({
    prepare: async (params, { file }) => {
      const options: ImportOptions = {
        encoding: params.encoding,
        headingPattern: params.headingPattern ?? null,
        chapterCount: params.chapterCount,
        characterCount: params.characterCount,
        skipped: skippedOf(params.skipped),
        splitLong: params.splitLong === '1',
      };
      // A file that cannot be imported is refused at once and not by a job that fails later.
      return { options, total: await countChapters(file.bytes, options) };
    },
    handle: async ({ trx, actor, novel, enqueue }, { fileName }, { file }, { options, total }) => {
      mustBeWritable(novel);
      const id = newId();
      const blobKey = `imports/${novel.novelId}/${id}`;
      await blobs.put(blobKey, file.bytes);
      try {
        await store.insertImport(trx, {
          id,
          novelId: novel.novelId,
          userId: actor.userId,
          fileName: plainName(fileName),
          blobKey,
          options,
          total,
        });
      } catch (error) {
        await blobs.remove(blobKey);
        throw isUniqueViolation(error, 'imports_one_running') ? new Refusal('IMPORT_BUSY') : error;
      }
      await enqueue(importBook, { importId: id }, { key: `import:${id}` });
      return { importId: id };
    },
  }),
  importInfo: async ({ trx }, { importId }) => {
    const row = await store.findImport(trx, importId);
    return {
      importId,
      productId: row.novel_id,
      fileName: row.file_name,
      state: row.state,
      done: row.done,
      total: row.total,
      message: row.message,
    };
  },
  cancelImport: async ({ trx, record }, { importId }) => {
    const row = await store.lockImport(trx, importId);
    if (row.state === 'cancelled') return {};
    if (!(await store.endImport(trx, importId, 'cancelled', 0, row.total, '已取消，没有存入任何章节')))
      throw new Refusal('TASK_STATE', { text: '导入已经结束，无法取消' });
    await record('import.finished', {
      novelId: row.novel_id,
      importId,
      userId: row.user_id,
      state: 'cancelled',
    });
    return {};
  },
});
