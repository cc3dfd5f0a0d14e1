import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { newUuid } from '../../../editor/new-id.ts';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { keys } from '../../../lib/queries.ts';
import { sinceWords } from '../../../lib/time-words.ts';
import { EmptyState, ErrorState, ProgressRow, SkeletonRows, toast } from '../../../ui/index.ts';
import { awaitExport } from '../awaited-exports.ts';
import { downloadExport, useExports } from '../export.live.ts';
import { exportsKey, isUnderWay } from '../export.queries.ts';
import type { ExportRecord } from '../export.queries.ts';
import { fileSizeText } from '../file-size.ts';
import { useTimeLeft } from '../../../lib/time-left.ts';
import { BookExport } from './book-export.tsx';
import './export.css';

/** Downloads of a chapter's and a novel's sound, with their history. */
export interface ExportDrawerProps {
  readonly novelId: string;
  readonly chapter: {
    readonly id: string;
    readonly name: string;
    readonly audio: 'none' | 'current' | 'stale';
  };
  /** Whether the person may export; without it nothing is asked of the server. */
  readonly allowed: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

const ends = {
  done: '',
  partial: '部分完成',
  failed: '失败',
  cancelled: '已取消',
  waiting: '',
  running: '',
} as const;

/** See {@link ExportDrawerProps}. */
export function ExportDrawer({ novelId, chapter, allowed, open, onClose }: ExportDrawerProps) {
  const client = useQueryClient();
  const exports = useExports(novelId, allowed);
  const chapters = useQuery({
    queryKey: keys.chapters(novelId),
    queryFn: async ({ signal }) => (await api.chapter.listChapters({ productId: novelId }, signal)).list,
    enabled: open,
  });
  const start = useMutation({
    mutationFn: (what: { format: 'mp3' | 'm4b'; chapterId?: string }) =>
      api.export.startExport({ productId: novelId, key: newUuid(), ...what }),
    onSuccess: (record) => {
      awaitExport(record.id);
      client.setQueryData<{ list: ExportRecord[] }>(exportsKey(novelId), (old) => ({
        list: [record, ...(old?.list ?? []).filter((each) => each.id !== record.id)],
      }));
      void client.invalidateQueries({ queryKey: exportsKey(novelId) });
    },
    onError: (error) => {
      if (!isHandledEverywhere(error)) toast.error(`没有开始导出：${failureText(error)}`);
    },
  });
  const cancel = useMutation({
    mutationFn: (id: string) => api.export.cancelExport({ productId: novelId, ids: [id] }),
    onError: (error) => {
      if (!isHandledEverywhere(error)) toast.error(`没有取消：${failureText(error)}`);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: exportsKey(novelId) }),
  });
  const records = exports.data?.list ?? [];
  return (
    <Drawer open={open} onClose={onClose} title="下载" size={440}>
      <section className="export-block" aria-label="新的下载">
        <div className="export-choice">
          <span>
            本章 MP3
            <small>
              {chapter.audio === 'none'
                ? '这一章还没有音频，请先合成'
                : chapter.audio === 'stale'
                  ? '注意：正文或角色改动之后还没有重做'
                  : `《${chapter.name}》`}
            </small>
          </span>
          <Button
            disabled={chapter.audio === 'none' || start.isPending}
            onClick={() => start.mutate({ format: 'mp3', chapterId: chapter.id })}
          >
            下载本章 MP3
          </Button>
        </div>
        <BookExport
          chapters={chapters.data}
          error={chapters.error}
          retry={() => void chapters.refetch()}
          busy={start.isPending}
          onStart={() => start.mutate({ format: 'm4b' })}
        />
      </section>
      <h2 className="export-title">下载记录</h2>
      {exports.isPending && <SkeletonRows rows={3} />}
      {exports.isError && <ErrorState error={exports.error} retry={() => void exports.refetch()} />}
      {exports.data !== undefined && records.length === 0 && (
        <EmptyState title="还没有下载记录" hint="导出在后台进行，完成后自动下载，文件也会留在这里。" />
      )}
      <ul className="export-list">
        {records.map((record) => (
          <li key={record.id}>
            {isUnderWay(record) ? (
              <RunningExport record={record} onCancel={() => cancel.mutate(record.id)} />
            ) : (
              <FinishedExport record={record} />
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

function FinishedExport({ record }: { record: ExportRecord }) {
  const download = useMutation({ mutationFn: () => downloadExport(record) });
  const facts = [
    sinceWords(record.createTime, Date.now()),
    record.bytes === null ? '' : fileSizeText(record.bytes),
    ends[record.state],
    record.message ?? '',
  ];
  return (
    <div className="export-record">
      <span>
        {record.fileName}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {record.state === 'done' && (
        <Button size="small" loading={download.isPending} onClick={() => download.mutate()}>
          下载
        </Button>
      )}
    </div>
  );
}

function RunningExport({ record, onCancel }: { record: ExportRecord; onCancel: () => void }) {
  const timeLeft = useTimeLeft(record.done, record.total);
  return (
    <ProgressRow
      label={`正在导出 ${record.fileName}`}
      done={record.done}
      total={record.total}
      unit="行"
      note={record.state === 'waiting' ? '排队中' : timeLeft}
      onCancel={onCancel}
    />
  );
}
