import { Refusal } from '@huaben/contract';
import * as z from 'zod';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Job, JobDefinition } from '../../platform/jobs/job.ts';
import { publishPassing } from '../../platform/outbox/live.ts';
import { recordIn } from '../../platform/outbox/outbox.ts';
import { cutBook } from './book-chapters.ts';
import type { ImportOptions } from './book-chapters.ts';
import { contentOfText } from './chapter-content.ts';
import { insertChapters } from './chapter.store.ts';
import type { NewChapter } from './chapter.store.ts';
import * as store from './import.store.ts';

const payload = z.object({ importId: z.uuid() });

/** Cuts an uploaded book into chapters and stores them, all or none. */
export const importBook: JobDefinition<typeof payload> = { id: 'chapter.import', payload, attempts: 5 };

/** Ends an import in its own transaction and tells the world. */
async function end(db: Db, importId: string, state: 'failed' | 'cancelled', message: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await store.lockImport(trx, importId);
    if (await store.endImport(trx, importId, state, 0, row.total, message)) {
      await recordIn(trx)('import.finished', { novelId: row.novel_id, importId, userId: row.user_id, state });
    }
  });
}

/** Runner of the import job. */
export const importJobs = (blobs: BlobStore): Job[] => [
  {
    ...importBook,
    async run({ db, signal, lastAttempt }, raw) {
      const { importId } = payload.parse(raw);
      if ((await store.setRunning(db, importId)).length === 0) return;
      const row = await store.findImport(db, importId);
      const progress = (done: number, total: number) =>
        publishPassing(db, { userId: row.user_id }, 'importProgress', {
          importId,
          productId: row.novel_id,
          state: 'running',
          done,
          total,
          message: null,
        });
      try {
        const cut = cutBook(await blobs.read(row.blob_key), row.options as unknown as ImportOptions);
        const chapters: NewChapter[] = [];
        for (const { name, text } of cut) {
          const id = newId();
          chapters.push({ id, name, content: contentOfText(text, id) });
          if (chapters.length % 20 === 0) {
            await progress(chapters.length, cut.length);
            if (signal.aborted) throw new Error('worker is stopping');
            if ((await store.findImport(db, importId)).state === 'cancelled') return;
          }
        }
        await progress(cut.length, cut.length);
        await inTransaction(db, async (trx) => {
          // The row decides: whoever cancelled before this moment wins, and then nothing is stored.
          const { state } = await store.lockImport(trx, importId);
          if (state !== 'running') return;
          await insertChapters(trx, row.novel_id, row.user_id, chapters);
          await store.endImport(trx, importId, 'done', cut.length, cut.length, null);
          await recordIn(trx)('import.finished', {
            novelId: row.novel_id,
            importId,
            userId: row.user_id,
            state: 'done',
          });
        });
        await blobs.remove(row.blob_key);
      } catch (error) {
        if (error instanceof Refusal) return end(db, importId, 'failed', error.message);
        if (lastAttempt && !signal.aborted)
          await end(db, importId, 'failed', '导入时服务器出错，没有存入任何章节；请重新导入');
        throw error;
      }
    },
  },
];
