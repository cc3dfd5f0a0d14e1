import { SearchOutlined } from '@ant-design/icons';
import type { Contract, ResultOf } from '@huaben/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Input } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/index.ts';
import { matchesPinyin } from '../cast/index.ts';
import { ChapterMark } from './chapter-mark.tsx';
import type { DeskStore } from './desk-state.ts';

type Chapter = ResultOf<Contract['chapter']['listChapters'], Blob>['list'][number];
const rowHeight = 48;

/** The chapters beside the manuscript. */
export function ChapterColumn(props: {
  novelId: string;
  chapterId: string;
  chapters: readonly Chapter[] | undefined;
  /** The open chapter's figures as they are on screen. */
  live: DeskStore | null;
  error: Error | null;
  retry: () => void;
}) {
  const { chapters, chapterId } = props;
  const [query, setQuery] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => (chapters ?? []).filter((one) => matchesPinyin(one.name, query)),
    [chapters, query],
  );
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const place = shown.findIndex((one) => one.id === chapterId);
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: 'center' });
    // Only when another chapter is opened or the list arrives, not while somebody scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- rows is new with every render
  }, [place, chapters === undefined]);

  return (
    <nav className="chapters" aria-label="章节">
      <div className="chapters-head">
        <Input
          size="small"
          allowClear
          aria-label="搜索章节"
          placeholder="搜章节、拼音"
          prefix={<SearchOutlined />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {props.error !== null && <ErrorState error={props.error} retry={props.retry} />}
      {chapters === undefined && props.error === null && <SkeletonRows />}
      <div className="chapters-list" ref={scroller}>
        {chapters !== undefined && shown.length === 0 && (
          <EmptyState title={`没有「${query}」`} hint="换个写法再找。" />
        )}
        <ol style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const chapter = shown[item.index];
            if (chapter === undefined) return null;
            return (
              <li key={chapter.id} style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}>
                <Link
                  to={`/tool/${props.novelId}/${chapter.id}`}
                  aria-current={chapter.id === chapterId ? 'page' : undefined}
                >
                  {chapter.id === chapterId && props.live !== null ? (
                    <LiveFigures store={props.live} name={chapter.name} />
                  ) : (
                    <ChapterFigures
                      name={chapter.name}
                      words={chapter.wordCount}
                      lines={chapter.lineCount}
                      unassigned={chapter.unassignedCount}
                      editor={chapter.lock === null || chapter.lock.mine ? null : chapter.lock.userName}
                    />
                  )}
                </Link>
              </li>
            );
          })}
        </ol>
      </div>
    </nav>
  );
}

function ChapterFigures(props: {
  name: string;
  words: number;
  lines: number;
  unassigned: number;
  editor: string | null;
}) {
  return (
    <>
      <ChapterMark lines={props.lines} unassigned={props.unassigned} />
      <span className="chapter-name">{props.name}</span>
      <span className="chapter-figures">
        {props.words.toLocaleString('zh-CN')} 字{props.unassigned > 0 && `，${props.unassigned} 待定`}
        {props.editor !== null && `，${props.editor} 在编辑`}
      </span>
    </>
  );
}

function LiveFigures({ store, name }: { store: DeskStore; name: string }) {
  const { lines, unassigned, dialogueWords, narrationWords } = useStore(store, (state) => state.stats);
  return (
    <ChapterFigures
      name={name}
      words={dialogueWords + narrationWords}
      lines={lines}
      unassigned={unassigned}
      editor={null}
    />
  );
}
