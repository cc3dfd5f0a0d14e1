import { useVirtualizer } from '@tanstack/react-virtual';
import { Checkbox } from 'antd';
import { useRef } from 'react';
import type { ReactNode } from 'react';

const rowHeight = 44;

/** One line of the list: its words and what is said beside them. */
export interface ListedLine {
  readonly lineId: string;
  readonly text: string;
  readonly note: ReactNode;
  /** Why it cannot be ticked. */
  readonly fixed: string | null;
}

/** Lines to tick; Shift and a click ticks all in between. */
export function LineList(props: {
  readonly label: string;
  readonly lines: readonly ListedLine[];
  readonly ticked: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onTick: (ids: readonly string[], on: boolean) => void;
}) {
  const { lines, ticked, onTick } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTicked = useRef<string | null>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => lines[index]?.lineId ?? index,
    overscan: 10,
  });
  const free = lines.filter((line) => line.fixed === null);
  const all = free.length > 0 && free.every(({ lineId }) => ticked.has(lineId));
  const tick = (id: string, on: boolean, range: boolean) => {
    const at = free.findIndex(({ lineId }) => lineId === id);
    const from = range ? free.findIndex(({ lineId }) => lineId === lastTicked.current) : -1;
    lastTicked.current = id;
    const span =
      from < 0 ? [id] : free.slice(Math.min(at, from), Math.max(at, from) + 1).map(({ lineId }) => lineId);
    onTick(span, on);
  };
  return (
    <>
      <Checkbox
        className="line-all"
        checked={all}
        indeterminate={!all && free.some(({ lineId }) => ticked.has(lineId))}
        disabled={props.disabled || free.length === 0}
        onChange={(event) =>
          onTick(
            free.map(({ lineId }) => lineId),
            event.target.checked,
          )
        }
      >
        选择这 {free.length} 行
      </Checkbox>
      <div ref={scroller} className="line-scroll" role="group" aria-label={props.label}>
        <div className="choice-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (!line) return null;
            return (
              <Checkbox
                key={item.key}
                className={line.fixed === null ? 'line-row' : 'line-row is-fixed'}
                style={{ height: item.size, transform: `translateY(${String(item.start)}px)` }}
                checked={ticked.has(line.lineId)}
                disabled={props.disabled || line.fixed !== null}
                onChange={(event) => tick(line.lineId, event.target.checked, event.nativeEvent.shiftKey)}
              >
                <span className="line-words" title={line.text}>
                  {line.text}
                </span>
                <span className="line-note">{line.fixed ?? line.note}</span>
              </Checkbox>
            );
          })}
        </div>
      </div>
    </>
  );
}
