import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Checkbox } from 'antd';
import { useRef } from 'react';
import { useNarrow } from '../../../lib/narrow.ts';
import { sexLabels } from '../../cast/index.ts';
import { count } from '../marking-words.ts';
import type { RosterRow } from './roster-edit.ts';

const rowHeight = 40;
const narrowRowHeight = 64;

/** The found characters; the tick makes a role, 合并 picks rows that are one person. */
export function RosterList(props: {
  readonly rows: readonly RosterRow[];
  readonly joining: ReadonlySet<string> | null;
  readonly disabled: boolean;
  readonly onWanted: (key: string, wanted: boolean) => void;
  readonly onJoin: (key: string, on: boolean) => void;
  readonly onEdit: (row: RosterRow) => void;
}) {
  const { rows, joining } = props;
  const height = useNarrow() ? narrowRowHeight : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
  });
  return (
    <div className="choice-table" role="table" aria-label="发现的角色" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="choice-headgroup">
        <div role="row" aria-rowindex={1} className="choice-head roster-cells">
          <span role="columnheader">
            <span className="visually-hidden">{joining === null ? '建角色' : '合并'}</span>
          </span>
          <span role="columnheader">名字</span>
          <span role="columnheader">别名</span>
          <span role="columnheader">性别</span>
          <span role="columnheader" className="figure">
            台词
          </span>
          <span role="columnheader" className="figure">
            提到
          </span>
          <span role="columnheader">归到</span>
          <span role="columnheader">
            <span className="visually-hidden">操作</span>
          </span>
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className="choice-scroll" tabIndex={-1}>
        <div role="presentation" className="choice-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const on = joining === null ? row.wanted : joining.has(row.key);
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                className={on ? 'choice-row roster-cells is-wanted' : 'choice-row roster-cells'}
                style={{ height: item.size, transform: `translateY(${String(item.start)}px)` }}
              >
                <span role="cell" className="choice-tick">
                  <Checkbox
                    aria-label={joining === null ? `建角色「${row.name}」` : `合并「${row.name}」`}
                    disabled={props.disabled}
                    checked={on}
                    onChange={(event) =>
                      joining === null
                        ? props.onWanted(row.key, event.target.checked)
                        : props.onJoin(row.key, event.target.checked)
                    }
                  />
                </span>
                <span role="cell" className="choice-name">
                  {row.name}
                </span>
                <span role="cell" className="roster-aliases" title={row.aliases.join('、')}>
                  {row.aliases.join('、')}
                </span>
                <span role="cell" className="roster-sex">
                  {row.sex === '' ? '' : sexLabels[row.sex]}
                </span>
                <span role="cell" className="figure" data-label="台词">
                  {count(row.lines)}
                </span>
                <span role="cell" className="figure" data-label="提到">
                  {count(row.mentions)}
                </span>
                <span role="cell" className="roster-into">
                  {row.into === null ? '' : `已有角色「${row.into.name}」`}
                </span>
                <span role="cell" className="roster-edit">
                  <Button
                    type="text"
                    size="small"
                    disabled={props.disabled}
                    aria-label={`修改「${row.name}」`}
                    onClick={() => props.onEdit(row)}
                  >
                    修改
                  </Button>
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
