import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, failureText, isHandledEverywhere } from '../../lib/api.ts';
import { useLive, useLiveState } from '../../lib/live.ts';
import { toast } from '../../ui/index.ts';
import { takeFinished } from './awaited-exports.ts';
import { exportsKey, exportsQuery } from './export.queries.ts';
import type { ExportRecord } from './export.queries.ts';
import { saveBlob } from './save-blob.ts';

/** Fetches a finished file and hands it to the browser. */
export async function downloadExport(record: ExportRecord): Promise<void> {
  try {
    const blob = await api.export.downloadExport({ productId: record.productId, ids: [record.id] });
    saveBlob(blob, record.fileName);
  } catch (error) {
    if (!isHandledEverywhere(error)) toast.error(`《${record.fileName}》没有下载成功：${failureText(error)}`);
  }
}

/** The novel's downloads, kept up to date; those started in this tab are saved by themselves when ready. */
export function useExports(novelId: string, enabled: boolean) {
  const client = useQueryClient();
  const live = useLiveState() === 'connected';
  const exports = useQuery(exportsQuery(novelId, live, enabled));
  const refresh = (): void => void client.invalidateQueries({ queryKey: exportsKey(novelId) });
  useLive('exportProgress', (news) => {
    if (news.productId !== novelId) return;
    client.setQueryData<{ list: ExportRecord[] }>(exportsKey(novelId), (old) =>
      old === undefined
        ? old
        : {
            list: old.list.map((record) =>
              record.id === news.exportId && (record.state === 'waiting' || record.state === 'running')
                ? { ...record, done: news.done, total: news.total, state: news.state, message: news.message }
                : record,
            ),
          },
    );
  });
  useLive('exportFinished', (news) => {
    if (news.productId === novelId) refresh();
  });
  const records = exports.data?.list;
  useEffect(() => {
    const { ready, lost } = takeFinished(records ?? []);
    for (const record of ready) void downloadExport(record);
    for (const record of lost) {
      if (record.state !== 'cancelled')
        toast.error(`${record.fileName}没有导出成功：${record.message ?? '请重试'}`);
    }
  }, [records]);
  return exports;
}
