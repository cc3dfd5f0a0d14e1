import { useVirtualizer } from '@tanstack/react-virtual';
import { Button } from 'antd';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useNarrow } from '../../../lib/narrow.ts';
import { isActive } from '../marking-runs.ts';
import { count, stateWords } from '../marking-words.ts';
import type { MarkingTask, SkippedChapter } from '../marking.types.ts';

const rowHeight = 40;
const narrowRowHeight = 68;

/** A chapter of a run: its task, or why it was left out. */
export type RunRow =
  | { readonly kind: 'task'; readonly task: MarkingTask }
  | { readonly kind: 'skipped'; readonly skipped: SkippedChapter; readonly name: string };

/** The chapters of a run and how each went. */
export function RunTasks(props: {
  readonly novelId: string;
  readonly rows: readonly RunRow[];
  readonly mayMark: boolean;
  readonly mayRetry: boolean;
  readonly onCancel: (task: MarkingTask) => void;
  readonly onRetry: (chapterId: string) => void;
}) {
  const { rows } = props;
  const height = useNarrow() ? narrowRowHeight : rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(rows[index]) ?? index,
    overscan: 10,
  });
  return (
    <div ref={scroller} className="run-scroll" role="list" aria-label="各章进度" tabIndex={-1}>
      <div role="presentation" className="choice-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={item.key}
              role="listitem"
              className="run-row"
              style={{ height: item.size, transform: `translateY(${String(item.start)}px)` }}
            >
              {row.kind === 'task' ? (
                <TaskCells {...props} task={row.task} />
              ) : (
                <>
                  <span className="choice-name">{row.name}</span>
                  <span className="run-state" data-state="skipped">
                    略过
                  </span>
                  <span className="run-note" title={row.skipped.reason}>
                    {row.skipped.reason}
                  </span>
                  <span className="run-action">
                    {props.mayRetry && row.skipped.code !== 'nothing' && (
                      <Button size="small" onClick={() => props.onRetry(row.skipped.chapterId)}>
                        重试
                      </Button>
                    )}
                  </span>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function keyOf(row: RunRow | undefined): string | null {
  if (row === undefined) return null;
  return row.kind === 'task' ? row.task.id : row.skipped.chapterId;
}

function TaskCells(props: {
  readonly novelId: string;
  readonly task: MarkingTask;
  readonly mayMark: boolean;
  readonly mayRetry: boolean;
  readonly onCancel: (task: MarkingTask) => void;
  readonly onRetry: (chapterId: string) => void;
}) {
  const { novelId, task, mayMark } = props;
  const failed = task.state === 'failed' || task.state === 'cancelled';
  const note = failed ? (task.message ?? '') : countsText(task);
  return (
    <>
      <span className="choice-name">
        <Link to={`/tool/${novelId}/${task.chapterId}`} title={task.chapterName}>
          {task.chapterName}
        </Link>
      </span>
      <span className="run-state" data-state={task.state}>
        {stateWords[task.state]}
      </span>
      <span className="run-note" title={note}>
        {note}
      </span>
      <span className="run-action">
        {mayMark && isActive(task) && (
          <Button size="small" onClick={() => props.onCancel(task)}>
            取消
          </Button>
        )}
        {props.mayRetry && failed && (
          <Button size="small" onClick={() => props.onRetry(task.chapterId)}>
            重试
          </Button>
        )}
      </span>
    </>
  );
}

function countsText({ counts, snapshot, message }: MarkingTask): string {
  if (counts === null) return '';
  return [
    `标上 ${count(counts.marked)} 行`,
    counts.queued > 0 ? `待确认 ${count(counts.queued)} 行` : '',
    counts.human > 0 ? `手工 ${count(counts.human)} 行未动` : '',
    counts.notDialogue > 0 ? `不是台词 ${count(counts.notDialogue)} 行` : '',
    snapshot === null ? '' : `画前存为「${snapshot.name}」`,
    message ?? '',
  ]
    .filter(Boolean)
    .join('，');
}
