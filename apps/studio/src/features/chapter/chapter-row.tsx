import { CheckOutlined, LockOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Input } from 'antd';
import type { MenuProps } from 'antd';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { sinceWords, timeOf } from '../../lib/time-words.ts';
import { markingOf } from './chapter-view.ts';
import type { Chapter } from './chapter.queries.ts';

const figures = new Intl.NumberFormat('zh-CN');
const audioWords: Readonly<Record<Chapter['audio'], string>> = {
  none: '',
  current: '已合成',
  stale: '有改动',
};

/** What can be asked of a row. */
export type ChapterAction = 'open' | 'mark' | 'rename' | 'voice' | 'delete';

/** What the person may do here. */
export interface ChapterRights {
  readonly edit: boolean;
  readonly voice: boolean;
}

/** One chapter of the list. */
export const ChapterRow = memo(function ChapterRow(props: {
  readonly chapter: Chapter;
  readonly rights: ChapterRights;
  readonly ticked: boolean;
  readonly renaming: boolean;
  readonly onTick: (id: string, on: boolean, range: boolean) => void;
  readonly onAction: (action: ChapterAction, chapter: Chapter) => void;
  /** The new name, or null when the renaming was given up. */
  readonly onRenamed: (chapter: Chapter, name: string | null) => void;
}) {
  const { chapter, rights } = props;
  const items: MenuProps['items'] = [
    { key: 'open', label: '打开画本' },
    ...(rights.edit ? [{ key: 'mark', label: '自动画本' }] : []),
    ...(rights.voice ? [{ key: 'voice', label: '配音' }] : []),
    ...(rights.edit
      ? [
          { key: 'rename', label: '改名', extra: 'F2' },
          { type: 'divider' as const },
          { key: 'delete', label: '删除', danger: true, extra: 'Delete' },
        ]
      : []),
  ];
  return (
    <>
      <span role="gridcell" className="cell-tick">
        {rights.edit && (
          <Checkbox
            tabIndex={-1}
            checked={props.ticked}
            aria-label={`选择「${chapter.name}」`}
            onChange={(event) => props.onTick(chapter.id, event.target.checked, event.nativeEvent.shiftKey)}
          />
        )}
      </span>
      <span role="gridcell" className="cell-name">
        {props.renaming ? (
          <NameEditor name={chapter.name} onEnd={(name) => props.onRenamed(chapter, name)} />
        ) : (
          <Link tabIndex={-1} to={`/tool/${chapter.productId}/${chapter.id}`} title={chapter.name}>
            {chapter.name}
          </Link>
        )}
      </span>
      <span role="gridcell" className="cell-figure" data-label="字数">
        {figures.format(chapter.wordCount)}
      </span>
      <span role="gridcell" className="cell-figure" data-label="台词">
        {figures.format(chapter.lineCount)}
      </span>
      <span role="gridcell" className="cell-figure" data-label="待定">
        <Marking chapter={chapter} />
      </span>
      <span role="gridcell" className="cell-audio" data-audio={chapter.audio}>
        {audioWords[chapter.audio]}
      </span>
      <span role="gridcell" className="cell-edit" title={timeOf(chapter.editTime)}>
        {sinceWords(chapter.editTime, Date.now())}
        {chapter.lastEditor && ` · ${chapter.lastEditor}`}
      </span>
      <span role="gridcell" className="cell-lock">
        {chapter.lock && (
          <span title={`${chapter.lock.userName} 从 ${timeOf(chapter.lock.since)} 起在编辑`}>
            <LockOutlined aria-hidden /> {chapter.lock.mine ? '我在编辑' : chapter.lock.userName}
          </span>
        )}
      </span>
      <span role="gridcell" className="cell-more">
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{ items, onClick: ({ key }) => props.onAction(key as ChapterAction, chapter) }}
        >
          <Button
            tabIndex={-1}
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden />}
            aria-label={`「${chapter.name}」的操作`}
          />
        </Dropdown>
      </span>
    </>
  );
});

function Marking({ chapter }: { chapter: Chapter }) {
  switch (markingOf(chapter)) {
    case 'unmarked':
      return <span className="faint">未画本</span>;
    case 'unassigned':
      return <span className="marking-open">{figures.format(chapter.unassignedCount)}</span>;
    case 'done':
      return <CheckOutlined className="marking-done" aria-label="没有待定" />;
  }
}

const longestName = 100;

function NameEditor({ name, onEnd }: { name: string; onEnd: (name: string | null) => void }) {
  const [typed, setTyped] = useState(name);
  const end = () => onEnd(typed.trim() && typed.trim() !== name ? typed.trim() : null);
  return (
    <Input
      autoFocus
      size="small"
      aria-label="章节名"
      maxLength={longestName}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={end}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end();
        if (event.key === 'Escape') onEnd(null);
      }}
    />
  );
}
