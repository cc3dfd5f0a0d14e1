import { Button } from 'antd';
import { confirmDanger } from '../../ui/index.ts';
import type { Chapter } from './chapter-lock.ts';
import { agoText } from './time-text.ts';

/** Somebody else holds the chapter: who, since when, and what can be done. */
export function LockConflict(props: {
  chapter: Chapter;
  message: string;
  mayTakeOver: boolean;
  takeOver: () => void;
  retry: () => void;
  openReadOnly: () => void;
  leave: () => void;
}) {
  const holder = props.chapter.lock;
  const takeOver = async () => {
    const agreed = await confirmDanger({
      title: `接管「${props.chapter.name}」？`,
      content: `${holder?.userName ?? '对方'}的页面会立刻变为只读，没保存的内容留在对方的本机草稿里。`,
      okText: '接管',
    });
    if (agreed) props.takeOver();
  };
  return (
    <div className="state" role="alert">
      <p className="state-title">「{props.chapter.name}」正在被编辑</p>
      <p className="state-hint">
        {holder === null
          ? props.message
          : `${holder.userName} 从 ${new Date(holder.since).toLocaleTimeString('zh-CN')} 起在编辑，最近一次操作在${agoText(holder.idleSeconds)}。`}
      </p>
      <div className="state-action desk-choices">
        <Button type="primary" onClick={props.openReadOnly}>
          只读打开
        </Button>
        <Button onClick={props.retry}>再试一次</Button>
        {props.mayTakeOver && (
          <Button danger onClick={() => void takeOver()}>
            接管
          </Button>
        )}
        <Button onClick={props.leave}>返回</Button>
      </div>
    </div>
  );
}
