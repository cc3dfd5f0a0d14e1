import type { Contract, ResultOf } from '@huaben/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { ErrorState } from '../../../ui/index.ts';

type Chapter = ResultOf<Contract['chapter']['listChapters'], Blob>['list'][number];

/** The whole novel as one M4B; chapters without sound are named before it starts. */
export interface BookExportProps {
  readonly chapters: readonly Chapter[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly busy: boolean;
  readonly onStart: () => void;
}

/** See {@link BookExportProps}. */
export function BookExport({ chapters, error, retry, busy, onStart }: BookExportProps) {
  const [asking, setAsking] = useState(false);
  if (chapters === undefined) return error === null ? null : <ErrorState error={error} retry={retry} />;
  const silent = chapters.filter((chapter) => chapter.audio === 'none');
  const stale = chapters.filter((chapter) => chapter.audio === 'stale');
  const heard = chapters.length - silent.length;
  const begin = (): void => {
    setAsking(false);
    onStart();
  };
  return (
    <>
      <div className="export-choice">
        <span>
          整本 M4B
          <small>
            {heard === 0
              ? '还没有一章有音频，请先合成'
              : `${String(heard)} / ${String(chapters.length)} 章有音频${stale.length > 0 ? `，其中 ${String(stale.length)} 章需要重做` : ''}`}
          </small>
        </span>
        <Button
          disabled={heard === 0 || busy || asking}
          onClick={() => (silent.length > 0 || stale.length > 0 ? setAsking(true) : begin())}
        >
          下载整本 M4B
        </Button>
      </div>
      {asking && (
        <div className="export-ask" role="alert">
          {silent.length > 0 && (
            <>
              <p>有 {silent.length} 章还没有音频，不会收进文件：</p>
              <ChapterNames chapters={silent} />
            </>
          )}
          {stale.length > 0 && (
            <>
              <p>有 {stale.length} 章改动之后还没有重做，收进的是旧的声音：</p>
              <ChapterNames chapters={stale} />
            </>
          )}
          <div className="export-ask-actions">
            <Button size="small" type="primary" onClick={begin}>
              只导出有音频的 {heard} 章
            </Button>
            <Button size="small" onClick={() => setAsking(false)}>
              先不导出
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function ChapterNames({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ul>
      {chapters.map((chapter) => (
        <li key={chapter.id}>{chapter.name}</li>
      ))}
    </ul>
  );
}
