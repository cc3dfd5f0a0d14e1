import { genres } from '@huaben/contract';
import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons';
import { Button, Segmented, Select, Space } from 'antd';
import { SearchBox } from '../../ui/search-box.tsx';
import { useCallback } from 'react';
import type { UrlPatch } from '../../lib/use-url-state.ts';
import type { NovelView } from './novel-view.ts';

/** Search, genre, state and order of the novel list. */
export function NovelFilters({ view, change }: { view: NovelView; change: (patch: UrlPatch) => void }) {
  const search = useCallback((q: string) => change({ q }), [change]);
  const up = view.order === 'asc';
  return (
    <>
      <div className="home-filters">
        <SearchBox className="home-search" label="搜索小说，可用拼音" value={view.query} onSearch={search} />
        <Segmented
          aria-label="完结状态"
          value={view.over === null ? 'all' : view.over ? '1' : '0'}
          onChange={(over) => change({ over: over === 'all' ? null : over })}
          options={[
            { value: 'all', label: '全部' },
            { value: '0', label: '未完结' },
            { value: '1', label: '已完结' },
          ]}
        />
        <Space.Compact className="push">
          <Select
            aria-label="排序"
            style={{ width: 116 }}
            value={view.by}
            onChange={(by) => change({ by: by === 'edit' ? null : by })}
            options={[
              { value: 'edit', label: '编辑时间' },
              { value: 'create', label: '创建时间' },
            ]}
          />
          <Button
            icon={up ? <SortAscendingOutlined aria-hidden /> : <SortDescendingOutlined aria-hidden />}
            aria-label={up ? '现在从早到晚，点按换成从晚到早' : '现在从晚到早，点按换成从早到晚'}
            title={up ? '从早到晚' : '从晚到早'}
            onClick={() => change({ order: up ? null : 'asc' })}
          />
        </Space.Compact>
      </div>
      <div className="chips" role="group" aria-label="类型">
        {[null, ...genres].map((genre) => (
          <button
            key={genre ?? '全部'}
            type="button"
            className="chip"
            aria-pressed={view.genre === genre}
            onClick={() => change({ genre })}
          >
            {genre ?? '全部'}
          </button>
        ))}
      </div>
    </>
  );
}
