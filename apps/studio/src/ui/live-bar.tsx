import { Button } from 'antd';
import { retryLive, useLiveState } from '../lib/live.ts';

/** Shown only when the live connection was given up. */
export function LiveBar() {
  if (useLiveState() !== 'down') return null;
  return (
    <div className="bar" role="alert">
      <span>实时连接已断开，进度与他人的修改不会自动更新。</span>
      <Button size="small" onClick={retryLive}>
        重试
      </Button>
    </div>
  );
}
