import { Button } from 'antd';
import { failureText } from '../lib/api.ts';
import './states.css';

/** A failed load with its reason and a way to try again. */
export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="state" role="alert">
      <p className="state-title">没能加载</p>
      <p className="state-hint">{failureText(error)}</p>
      <div className="state-action">
        <Button onClick={retry}>重试</Button>
      </div>
    </div>
  );
}
