import { Select } from 'antd';
import { useCallback } from 'react';
import type { UrlPatch } from '../../../lib/use-url-state.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { chapterFilters } from '../marking-view.ts';
import type { ChapterFilter, MarkingAddress } from '../marking-view.ts';
import { count } from '../marking-words.ts';

const filterWords: Readonly<Record<ChapterFilter, string>> = {
  all: '全部章节',
  open: '有待定',
  never: '没有画过',
  closed: '没有待定',
  failed: '没画成或取消',
  locked: '正在编辑或在画',
};

/** Search and filter of the choice of chapters. */
export function ChoiceFilters(props: {
  readonly address: MarkingAddress;
  readonly change: (patch: UrlPatch) => void;
  readonly shown: number;
  readonly total: number;
}) {
  const { address, change, shown, total } = props;
  const search = useCallback((q: string) => change({ q }), [change]);
  return (
    <div className="marking-filters">
      <SearchBox
        className="marking-search"
        label="搜索章节，可用拼音"
        value={address.query}
        onSearch={search}
      />
      <Select
        aria-label="筛选章节"
        style={{ width: 148 }}
        value={address.filter}
        onChange={(filter) => change({ state: filter === 'all' ? null : filter })}
        options={chapterFilters.map((filter) => ({ value: filter, label: filterWords[filter] }))}
      />
      <span className="marking-quiet" role="status">
        {shown < total ? `${count(shown)} / ${count(total)} 章` : `共 ${count(total)} 章`}
      </span>
    </div>
  );
}
