import { ArrowRightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../../ui/index.ts';
import { candidateName, count, percent } from '../marking-words.ts';
import type { MarkingChange } from '../marking.types.ts';
import { LineList } from './line-list.tsx';

/** What a preview would change, to be confirmed line by line. */
export function PreviewChanges(props: {
  readonly changes: readonly MarkingChange[];
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onApply: (lineIds: readonly string[]) => void;
}) {
  const { changes } = props;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(changes.map(({ lineId }) => lineId)),
  );
  if (changes.length === 0)
    return (
      <EmptyState
        title="重画的结果和现在一样"
        hint="这些台词不会有任何改动。"
        action={<Button onClick={props.onBack}>重新选台词</Button>}
      />
    );
  return (
    <>
      <p className="marking-quiet preview-note" role="status">
        只有下面 {count(changes.length)} 行会变，其余和现在一样；去掉勾选的保持原样。
      </p>
      <LineList
        label="确认改动"
        disabled={props.disabled}
        ticked={ticked}
        lines={changes.map((change) => ({
          lineId: change.lineId,
          text: change.text,
          note: <Change change={change} />,
          fixed: null,
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
      <footer className="marking-foot">
        <div className="marking-buttons">
          <Button onClick={props.onBack}>重新选台词</Button>
          <Button
            type="primary"
            disabled={props.disabled || ticked.size === 0}
            loading={props.busy}
            onClick={() => props.onApply([...ticked])}
          >
            确认重画 {count(ticked.size)} 行
          </Button>
        </div>
      </footer>
    </>
  );
}

function markText(mark: MarkingChange['before']): string {
  if (mark === null) return '待定';
  return mark.confidence === null ? mark.name : `${mark.name} ${percent(mark.confidence)}`;
}

function Change({ change }: { change: MarkingChange }) {
  const [first] = change.candidates;
  return (
    <>
      <span className="change-before">{markText(change.before)}</span>
      <ArrowRightOutlined aria-label="改为" />
      <strong>{change.queued ? '待确认' : markText(change.after)}</strong>
      {change.queued && first && (
        <span>
          （可能是{candidateName(first)} {percent(first.probability)}）
        </span>
      )}
    </>
  );
}
