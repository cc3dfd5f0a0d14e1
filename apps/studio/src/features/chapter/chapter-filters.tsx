import { DeleteOutlined, HighlightOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useCallback } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { chapterStates } from './chapter-view.ts';
import type { ChapterState, ChapterView } from './chapter-view.ts';
import type { UrlPatch } from '../../lib/use-url-state.ts';

const stateWords: Readonly<Record<ChapterState, string>> = {
  all: '全部章节',
  unmarked: '未画本',
  unassigned: '有待定',
  done: '没有待定',
  stale: '音频有改动',
};

/** Search and state filter of the chapter list, and what can be done with the ticked ones. */
export function ChapterFilters(props: {
  readonly view: ChapterView;
  readonly change: (patch: UrlPatch) => void;
  readonly shown: number;
  readonly total: number;
  readonly ticked: number;
  readonly onMark: () => void;
  readonly onDelete: () => void;
}) {
  const { view, change, shown, total, ticked } = props;
  const search = useCallback((q: string) => change({ q }), [change]);
  return (
    <div className="home-filters">
      <SearchBox className="home-search" label="搜索章节，可用拼音" value={view.query} onSearch={search} />
      <Select
        aria-label="筛选章节"
        style={{ width: 128 }}
        value={view.state}
        onChange={(state) => change({ state: state === 'all' ? null : state })}
        options={chapterStates.map((state) => ({ value: state, label: stateWords[state] }))}
      />
      <span className="count-note" role="status">
        {shown < total && `${shown} / ${total} 章`}
      </span>
      {ticked > 0 && (
        <>
          <Button className="push" icon={<HighlightOutlined aria-hidden />} onClick={props.onMark}>
            自动画本 {ticked} 章
          </Button>
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={props.onDelete}>
            删除所选 {ticked} 章
          </Button>
        </>
      )}
    </div>
  );
}
