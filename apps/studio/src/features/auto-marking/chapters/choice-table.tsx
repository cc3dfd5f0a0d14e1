import { LockOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox, Radio } from 'antd';
import { useRef } from 'react';
import type { MouseEvent } from 'react';
import { useNarrow } from '../../../lib/narrow.ts';
import { sinceWords, timeOf } from '../../../lib/time-words.ts';
import { count, stateWords } from '../marking-words.ts';
import type { MarkingTask } from '../marking.types.ts';
import type { ChoiceRow } from './chapter-choice.ts';

const rowHeight = 40;
const narrowRowHeight = 64;

/** The chapters with their state; `single` when only one can be chosen. */
export interface ChoiceTableProps {
  readonly rows: readonly ChoiceRow[];
  readonly ticked: ReadonlySet<string>;
  readonly single: boolean;
  readonly disabled: boolean;
  readonly onTick: (ids: readonly string[], on: boolean) => void;
}

/** See {@link ChoiceTableProps}. Shift and a click ticks all rows in between. */
export function ChoiceTable(props: ChoiceTableProps) {
  const { rows, ticked, single, disabled, onTick } = props;
  const height = useNarrow() ? narrowRowHeight : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTicked = useRef<string | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.chapter.id ?? index,
    overscan: 10,
  });
  const tick = (id: string, on: boolean, range: boolean) => {
    const at = rows.findIndex(({ chapter }) => chapter.id === id);
    const from = range ? rows.findIndex(({ chapter }) => chapter.id === lastTicked.current) : -1;
    lastTicked.current = id;
    const span = from < 0 ? [id] : rows.slice(Math.min(at, from), Math.max(at, from) + 1).map(idOf);
    onTick(span, on);
  };
  const onRowClick = (event: MouseEvent, id: string) => {
    if (disabled || (event.target instanceof Element && event.target.closest('label, input'))) return;
    tick(id, single || !ticked.has(id), event.shiftKey);
  };
  const all = rows.length > 0 && rows.every(({ chapter }) => ticked.has(chapter.id));
  const some = rows.some(({ chapter }) => ticked.has(chapter.id));
  return (
    <div className="choice-table" role="table" aria-label="要画的章节" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="choice-headgroup">
        <div role="row" aria-rowindex={1} className="choice-head">
          <span role="columnheader">
            {single ? (
              <span className="visually-hidden">选择</span>
            ) : (
              <Checkbox
                aria-label={`选择这 ${String(rows.length)} 章`}
                disabled={disabled || rows.length === 0}
                checked={all}
                indeterminate={!all && some}
                onChange={(event) => onTick(rows.map(idOf), event.target.checked)}
              />
            )}
          </span>
          <span role="columnheader">章节</span>
          <span role="columnheader" className="figure">
            台词
          </span>
          <span role="columnheader" className="figure">
            已标
          </span>
          <span role="columnheader" className="figure">
            待定
          </span>
          <span role="columnheader">上次画本</span>
          <span role="columnheader">正在编辑</span>
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className="choice-scroll" tabIndex={-1}>
        <div role="presentation" className="choice-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const { chapter, last } = row;
            const on = ticked.has(chapter.id);
            const Box = single ? Radio : Checkbox;
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                className="choice-row"
                style={{ height: item.size, transform: `translateY(${String(item.start)}px)` }}
                onClick={(event) => onRowClick(event, chapter.id)}
              >
                <span role="cell" className="choice-tick">
                  <Box
                    aria-label={`选择「${chapter.name}」`}
                    checked={on}
                    disabled={disabled}
                    onChange={(event) => tick(chapter.id, event.target.checked, event.nativeEvent.shiftKey)}
                  />
                </span>
                <span role="cell" className="choice-name" title={chapter.name}>
                  {chapter.name}
                </span>
                <span role="cell" className="figure" data-label="台词">
                  {count(chapter.lineCount)}
                </span>
                <span role="cell" className="figure" data-label="已标">
                  {count(chapter.lineCount - chapter.unassignedCount)}
                </span>
                <span
                  role="cell"
                  className={chapter.unassignedCount > 0 ? 'figure is-open' : 'figure'}
                  data-label="待定"
                >
                  {count(chapter.unassignedCount)}
                </span>
                <LastTask task={last} />
                <span role="cell" className="choice-lock">
                  {chapter.lock && (
                    <span title={`从 ${timeOf(chapter.lock.since)} 起在编辑`}>
                      <LockOutlined aria-hidden /> {chapter.lock.mine ? '我在编辑' : chapter.lock.userName}
                    </span>
                  )}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const idOf = ({ chapter }: ChoiceRow): string => chapter.id;

function LastTask({ task }: { task: MarkingTask | null }) {
  if (task === null)
    return (
      <span role="cell" className="choice-last faint">
        没有画过
      </span>
    );
  const at = task.finishTime ?? task.createTime;
  return (
    <span role="cell" className="choice-last" data-state={task.state} title={task.message ?? timeOf(at)}>
      {stateWords[task.state]} · {sinceWords(at, Date.now())}
    </span>
  );
}
