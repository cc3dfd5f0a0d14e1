import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useNarrow } from '../../lib/narrow.ts';
import type { UrlPatch } from '../../lib/use-url-state.ts';
import { ChapterRow } from './chapter-row.tsx';
import type { ChapterAction, ChapterRights } from './chapter-row.tsx';
import type { ChapterOrder, ChapterView } from './chapter-view.ts';
import type { Chapter } from './chapter.queries.ts';

const rowHeight = 42;
const narrowRowHeight = 64;
const columns: readonly { by: ChapterOrder | null; label: string; className: string }[] = [
  { by: 'name', label: '章节', className: 'cell-name' },
  { by: 'words', label: '字数', className: 'cell-figure' },
  { by: 'lines', label: '台词', className: 'cell-figure' },
  { by: 'unassigned', label: '待定', className: 'cell-figure' },
  { by: null, label: '音频', className: 'cell-audio' },
  { by: 'edit', label: '最后编辑', className: 'cell-edit' },
  { by: null, label: '正在编辑', className: 'cell-lock' },
];

/** What the table shows and what it can ask for. */
export interface ChapterTableProps {
  readonly chapters: readonly Chapter[];
  readonly view: ChapterView;
  readonly rights: ChapterRights;
  readonly ticked: ReadonlySet<string>;
  readonly renaming: string | null;
  readonly change: (patch: UrlPatch) => void;
  readonly onTick: (ids: readonly string[], on: boolean) => void;
  readonly onAction: (action: ChapterAction, chapter: Chapter) => void;
  readonly onRenamed: (chapter: Chapter, name: string | null) => void;
}

/** The chapters as rows of which only the visible ones exist; arrow keys move, Enter opens. */
export function ChapterTable(props: ChapterTableProps) {
  const { chapters, rights, ticked, view } = props;
  const height = useNarrow() ? narrowRowHeight : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const lastTicked = useRef<string | null>(null);
  const current = Math.min(active, chapters.length - 1);
  const rows = useVirtualizer({
    count: chapters.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => chapters[index]?.id ?? index,
    overscan: 10,
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(chapters.length - 1, index));
    setActive(next);
    rows.scrollToIndex(next);
    // The row may only come into being with the scrolling.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chapter = chapters[current];
    if (!chapter || !(event.target instanceof HTMLElement) || !event.target.matches('[data-index]')) return;
    const page = Math.floor((scroller.current?.clientHeight ?? height) / height) - 1;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(current + 1),
      ArrowUp: () => moveTo(current - 1),
      PageDown: () => moveTo(current + page),
      PageUp: () => moveTo(current - page),
      Home: () => moveTo(0),
      End: () => moveTo(chapters.length - 1),
      Enter: () => props.onAction('open', chapter),
      ...(rights.edit
        ? {
            F2: () => props.onAction('rename', chapter),
            Delete: () => props.onAction('delete', chapter),
            ' ': () => props.onTick([chapter.id], !ticked.has(chapter.id)),
          }
        : {}),
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step();
  };
  const onTick = (id: string, on: boolean, range: boolean) => {
    const at = chapters.findIndex((chapter) => chapter.id === id);
    const from = range ? chapters.findIndex((chapter) => chapter.id === lastTicked.current) : -1;
    lastTicked.current = id;
    const span =
      from < 0 ? [id] : chapters.slice(Math.min(at, from), Math.max(at, from) + 1).map((item) => item.id);
    props.onTick(span, on);
  };
  const onRowClick = (event: MouseEvent, chapter: Chapter, index: number) => {
    setActive(index);
    if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
    props.onAction('open', chapter);
  };
  const all = chapters.length > 0 && chapters.every(({ id }) => ticked.has(id));
  return (
    <div className="chapter-table" role="grid" aria-label="章节列表" aria-rowcount={chapters.length + 1}>
      <div role="row" aria-rowindex={1} className="chapter-head">
        <span role="columnheader" className="cell-tick">
          {rights.edit && (
            <Checkbox
              aria-label="选择全部"
              checked={all}
              indeterminate={!all && ticked.size > 0}
              onChange={(event) =>
                props.onTick(
                  chapters.map(({ id }) => id),
                  event.target.checked,
                )
              }
            />
          )}
        </span>
        {columns.map((column) => (
          <ColumnHead key={column.label} {...column} view={view} change={props.change} />
        ))}
        <span role="columnheader" className="cell-more">
          <span className="visually-hidden">操作</span>
        </span>
      </div>
      <div ref={scroller} role="rowgroup" className="chapter-scroll" onKeyDown={onKeyDown}>
        <div role="presentation" className="chapter-rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const chapter = chapters[row.index];
            if (!chapter) return null;
            return (
              <div
                key={row.key}
                role="row"
                data-index={row.index}
                aria-rowindex={row.index + 2}
                aria-selected={ticked.has(chapter.id)}
                tabIndex={row.index === current ? 0 : -1}
                className="chapter-row"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
                onClick={(event) => onRowClick(event, chapter, row.index)}
                onFocus={() => setActive(row.index)}
              >
                <ChapterRow
                  chapter={chapter}
                  rights={rights}
                  ticked={ticked.has(chapter.id)}
                  renaming={props.renaming === chapter.id}
                  onTick={onTick}
                  onAction={props.onAction}
                  onRenamed={(target, name) => {
                    props.onRenamed(target, name);
                    moveTo(row.index);
                  }}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function ColumnHead({
  by,
  label,
  className,
  view,
  change,
}: {
  by: ChapterOrder | null;
  label: string;
  className: string;
  view: ChapterView;
  change: (patch: UrlPatch) => void;
}) {
  if (by === null)
    return (
      <span role="columnheader" className={className}>
        {label}
      </span>
    );
  const sorted = view.by === by;
  const next = () => {
    if (!sorted) change({ by, order: null });
    else if (view.order === 'asc') change({ by, order: 'desc' });
    else change({ by: null, order: null });
  };
  return (
    <span
      role="columnheader"
      className={className}
      aria-sort={sorted ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="column-sort" onClick={next}>
        {label}
        {sorted && (view.order === 'asc' ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />)}
      </button>
    </span>
  );
}
