import type { LineInfo } from '@huaben/manuscript';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import type { Role } from '../../cast/index.ts';
import { mainName } from '../../cast/index.ts';
import { count, percent } from '../marking-words.ts';
import { linesShown, mayRedo } from './line-choice.ts';
import type { LineFilter } from './line-choice.ts';
import { LineList } from './line-list.tsx';

const filters: { value: LineFilter; label: string }[] = [
  { value: 'machine', label: '可重画' },
  { value: 'unsure', label: '拿不准的' },
  { value: 'open', label: '待定' },
  { value: 'all', label: '全部' },
];

/** The lines of a chapter, to choose those that are marked afresh. */
export function LinePicks(props: {
  readonly lines: readonly LineInfo[];
  readonly roles: readonly Role[];
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onPreview: (lineIds: readonly string[]) => void;
}) {
  const { lines, roles } = props;
  const [filter, setFilter] = useState<LineFilter>('machine');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const names = new Map(roles.map((role) => [role.id, mainName(role)]));
  const shown = linesShown(lines, filter);
  const note = (line: LineInfo) => {
    if (line.kind === 'narration') return '按旁白读';
    if (line.roleId === null) return '待定';
    const name = names.get(line.roleId) ?? '已废弃的角色';
    return line.confidence === null ? name : `${name} ${percent(line.confidence)}`;
  };
  return (
    <>
      <div className="marking-filters">
        <Segmented aria-label="筛选台词" value={filter} options={filters} onChange={setFilter} />
        <span className="marking-quiet" role="status">
          {count(shown.length)} / {count(lines.length)} 行
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="marking-quiet line-none">没有符合条件的台词，换一个筛选看看。</p>
      ) : (
        <LineList
          label="选择要重画的台词"
          disabled={props.disabled}
          ticked={ticked}
          lines={shown.map((line) => ({
            lineId: line.lineId,
            text: line.text,
            note: note(line),
            fixed: mayRedo(line) ? null : `手工标的，不动 · ${note(line)}`,
          }))}
          onTick={(ids, on) =>
            setTicked((before) => {
              const next = new Set(before);
              for (const id of ids) {
                if (on) next.add(id);
                else next.delete(id);
              }
              return next;
            })
          }
        />
      )}
      <footer className="marking-foot">
        <div className="marking-buttons">
          <span className="marking-quiet">先看改动，确认了才写进稿子。</span>
          <Button
            type="primary"
            disabled={props.disabled || ticked.size === 0}
            loading={props.busy}
            onClick={() => props.onPreview([...ticked])}
          >
            {ticked.size === 0 ? '先勾选台词' : `预览重画 ${count(ticked.size)} 行`}
          </Button>
        </div>
      </footer>
    </>
  );
}
