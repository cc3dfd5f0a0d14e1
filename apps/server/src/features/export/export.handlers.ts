import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import { spokenChapters } from '../synthesis/index.ts';
import { exportFileName } from './export-file-name.ts';
import { exportJob } from './export.jobs.ts';
import { wireExport } from './export.shapes.ts';
import * as store from './export.store.ts';
import type { ExportRow } from './export.store.ts';

const exportsListed = 20;

const mediaTypes = { mp3: 'audio/mpeg', m4b: 'audio/mp4' } as const;

/** @throws Refusal BAD_REQUEST for a whole novel as MP3 or a single chapter as M4B */
function mustFit(format: 'mp3' | 'm4b', chapterId: string | undefined): void {
  if ((format === 'mp3') === (chapterId !== undefined)) return;
  throw new Refusal('BAD_REQUEST', {
    text: format === 'mp3' ? 'MP3 按章导出，请选择一个章节' : 'M4B 导出整部小说，请不要选择章节',
  });
}

/** A key belongs to one request: the same one for another novel is a mistake of the client. */
function mustBeOf(row: ExportRow | undefined, novelId: string): ExportRow {
  if (row?.novel_id !== novelId) throw new Refusal('BAD_REQUEST');
  return row;
}

const notReady: Readonly<Record<Exclude<ExportRow['state'], 'done'>, string>> = {
  waiting: '还在排队，请等导出完成',
  running: '还在导出，请等导出完成',
  failed: '导出失败了，请重新导出',
  cancelled: '已取消，请重新导出',
};

/** The calls about exported files. */
export const exportHandlers = ({
  blobs,
}: {
  readonly blobs: BlobStore;
}): Handlers<typeof contract.export> => ({
  async startExport({ trx, novel, actor, enqueue }, { chapterId, format, key }) {
    const before = await store.findByKey(trx, actor.userId, key);
    if (before) return wireExport(mustBeOf(before, novel.novelId));
    mustFit(format, chapterId);
    const chapters = await spokenChapters(trx, novel.novelId, chapterId ?? null);
    if (chapters.length === 0) {
      throw new Refusal('AUDIO_MISSING', {
        text:
          chapterId === undefined
            ? `《${novel.novelName}》还没有合成好的章节，请先合成`
            : '这一章还没有合成音频，请先合成',
      });
    }
    const id = newId();
    const inserted = await store.insertExport(trx, {
      id,
      novelId: novel.novelId,
      chapterId: chapterId ?? null,
      userId: actor.userId,
      key,
      format,
      fileName: exportFileName(
        novel.novelName,
        chapterId === undefined ? null : (chapters[0]?.name ?? ''),
        format,
      ),
      total: chapters.reduce((sum, chapter) => sum + chapter.lineCount, 0),
    });
    // A second click may have been faster: then its export is the answer.
    if (inserted) await enqueue(exportJob, { exportId: id }, { key: `${exportJob.id}:${id}` });
    return wireExport(mustBeOf(await store.findByKey(trx, actor.userId, key), novel.novelId));
  },

  async listExports({ trx, novel }, { chapterId }) {
    const rows = await store.listExportRows(trx, novel.novelId, chapterId, exportsListed);
    return { list: rows.map(wireExport) };
  },

  async cancelExport({ trx, novel, record }, { ids }) {
    const rows = await store.lockExports(trx, novel.novelId, ids);
    const ended = rows.find((row) => row.state === 'done' || row.state === 'failed');
    if (ended) {
      throw new Refusal('TASK_STATE', { text: `${ended.file_name}的导出已经结束，不能取消；请刷新导出记录` });
    }
    const open = rows.filter((row) => row.state !== 'cancelled');
    if (open.length === 0) return {};
    await store.cancel(
      trx,
      open.map((row) => row.id),
    );
    for (const row of open) {
      const { id: exportId, user_id: userId } = row;
      await record('export.finished', { novelId: novel.novelId, exportId, userId, state: 'cancelled' });
    }
    return {};
  },

  async downloadExport({ trx, novel }, { ids }) {
    const row = await store.findExport(trx, novel.novelId, ids[0] ?? '');
    if (!row) throw new Refusal('NOT_ALLOWED');
    if (row.state !== 'done' || row.blob_key === null) {
      const reason = row.state === 'done' ? '文件不见了，请重新导出' : notReady[row.state];
      throw new Refusal('EXPORT_NOT_READY', { text: `${row.file_name}${reason}` });
    }
    return {
      type: mediaTypes[row.format],
      fileName: row.file_name,
      length: row.bytes,
      body: await blobs.stream(row.blob_key),
    };
  },
});
