import { WarningOutlined } from '@ant-design/icons';
import { Button, Checkbox, Switch } from 'antd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { textMatches } from '../../../lib/pinyin-search.ts';
import { useReadings } from '../../../lib/use-readings.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import type { PreviewChapter } from './import-messages.ts';

const figures = new Intl.NumberFormat('zh-CN');
const rowHeight = 34;
const warningHeight = 20;

/** The chapters found in a file: tick, search, go to the warnings. */
export function ImportChapterList(props: {
  readonly chapters: readonly PreviewChapter[];
  readonly skipped: ReadonlySet<number>;
  readonly splitLong: boolean;
  readonly onTick: (indexes: readonly number[], on: boolean) => void;
}) {
  const { chapters, skipped, splitLong, onTick } = props;
  const [query, setQuery] = useState('');
  const [warnedOnly, setWarnedOnly] = useState(false);
  const readings = useReadings(query);
  const shown = useMemo(
    () =>
      chapters.flatMap((chapter, index) =>
        (!warnedOnly || chapter.warnings.length > 0) && textMatches(chapter.title, query, readings)
          ? [index]
          : [],
      ),
    [chapters, warnedOnly, query, readings],
  );
  const scroller = useRef<HTMLDivElement>(null);

  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => rowHeight + warningHeight * (chapters[shown[row] ?? -1]?.warnings.length ?? 0),
    getItemKey: (row) => shown[row] ?? row,
    overscan: 12,
  });
  const warned = chapters.filter(({ warnings }) => warnings.length > 0).length;
  const toNextWarning = () => {
    const top = (scroller.current?.scrollTop ?? 0) + 1;
    const first = rows.getVirtualItemForOffset(top)?.index ?? 0;
    const isWarned = (row: number) => (chapters[shown[row] ?? -1]?.warnings.length ?? 0) > 0;
    const after = shown.findIndex((_, row) => row > first && isWarned(row));
    const next = after >= 0 ? after : shown.findIndex((_, row) => isWarned(row));
    if (next >= 0) rows.scrollToIndex(next, { align: 'start' });
  };
  const allTicked = shown.every((index) => !skipped.has(index));
  const someTicked = shown.some((index) => !skipped.has(index));
  return (
    <section className="import-chapters" aria-label="识别出的章节">
      <div className="import-tools">
        <Checkbox
          checked={allTicked && shown.length > 0}
          indeterminate={someTicked && !allTicked}
          onChange={(event) => onTick(shown, event.target.checked)}
        >
          全选
        </Checkbox>
        <SearchBox
          className="import-search"
          size="small"
          label="搜索章节"
          value={query}
          onSearch={setQuery}
        />
        {warned > 0 && (
          <>
            <label className="import-switch">
              <Switch size="small" checked={warnedOnly} onChange={setWarnedOnly} /> 只看提醒（{warned}）
            </label>
            <Button size="small" onClick={toNextWarning}>
              下一条提醒
            </Button>
          </>
        )}
      </div>
      <div ref={scroller} className="import-scroll" tabIndex={0} role="region" aria-label="章节列表">
        {shown.length === 0 && <p className="import-none">没有符合条件的章节</p>}
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const index = shown[row.index] ?? 0;
            const chapter = chapters[index];
            if (!chapter) return null;
            return (
              <li key={row.key} style={{ transform: `translateY(${row.start}px)`, height: row.size }}>
                <ImportChapterRow
                  chapter={chapter}
                  number={index + 1}
                  ticked={!skipped.has(index)}
                  parts={splitLong ? chapter.parts : 1}
                  onTick={(on) => onTick([index], on)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function ImportChapterRow(props: {
  readonly chapter: PreviewChapter;
  readonly number: number;
  readonly ticked: boolean;
  readonly parts: number;
  readonly onTick: (on: boolean) => void;
}) {
  const { chapter, parts } = props;
  return (
    <>
      <div className="import-row" data-skipped={!props.ticked}>
        <Checkbox checked={props.ticked} onChange={(event) => props.onTick(event.target.checked)}>
          <span className="import-number">{props.number}</span>
          <span className="import-title" title={chapter.title}>
            {chapter.title}
          </span>
        </Checkbox>
        <span className="import-words">
          {parts > 1 && <em>拆成 {parts} 个文件</em>}
          {figures.format(chapter.words)} 字
        </span>
      </div>
      {chapter.warnings.map((warning) => (
        <div key={warning.message} className="import-warning" title={warning.message}>
          <WarningOutlined aria-label="提醒" /> {warning.message}
        </div>
      ))}
    </>
  );
}
