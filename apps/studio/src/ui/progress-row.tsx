import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import './states.css';

/** One piece of long work: what it is, how far, and how to stop it. */
export interface ProgressRowProps {
  readonly label: ReactNode;
  readonly done: number;
  readonly total: number;
  /** Unit of the counts, e.g. 章. */
  readonly unit?: string;
  /** Beside the counts, e.g. the time left. */
  readonly note?: ReactNode;
  readonly state?: 'running' | 'done' | 'failed';
  readonly onCancel?: () => void;
  readonly actions?: ReactNode;
}

/** See {@link ProgressRowProps}. */
export function ProgressRow(props: ProgressRowProps) {
  const { done, total, unit = '', state = 'running' } = props;
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
  return (
    <div className="progress-row">
      <span className="progress-label">{props.label}</span>
      <Progress
        className="progress-line"
        percent={percent}
        showInfo={false}
        size="small"
        aria-label={typeof props.label === 'string' ? props.label : '进度'}
        status={state === 'failed' ? 'exception' : state === 'done' ? 'success' : 'normal'}
      />
      <span className="progress-count">
        {total > 0 ? `${done} / ${total} ${unit}` : '准备中'}
        {props.note && <> · {props.note}</>}
      </span>
      {props.actions}
      {props.onCancel && (
        <Button size="small" onClick={props.onCancel}>
          取消
        </Button>
      )}
    </div>
  );
}
