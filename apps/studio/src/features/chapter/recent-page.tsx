import { Button } from 'antd';
import { useCallback, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { textMatches } from '../../lib/pinyin-search.ts';
import { sinceWords } from '../../lib/time-words.ts';
import { useReadings } from '../../lib/use-readings.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { HomeFrame } from '../../ui/home-frame.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/index.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import './chapter.css';
import { markingOf } from './chapter-view.ts';
import { useRecentChapters } from './chapter.queries.ts';
import type { Chapter } from './chapter.queries.ts';

/** 最近: the chapters that I opened last, to go on with one press. */
export function RecentPage() {
  const productId = useParams()['productid'] ?? null;
  const recent = useRecentChapters(productId);
  const [params, change] = useUrlState();
  const search = useCallback((q: string) => change({ q }), [change]);
  const query = params.get('q') ?? '';
  const readings = useReadings(query);
  const shown = useMemo(
    () =>
      (recent.data ?? []).filter(({ name, productName }) =>
        textMatches(`${productName} ${name}`, query, readings),
      ),
    [recent.data, query, readings],
  );
  return (
    <HomeFrame title="最近">
      <div className="home-page">
        <div className="home-head">
          <h1>最近打开的章节</h1>
        </div>
        <div className="home-filters">
          <SearchBox
            className="home-search"
            label="搜索章节或小说，可用拼音"
            value={query}
            onSearch={search}
          />
        </div>
        {recent.isPending && <SkeletonRows />}
        {recent.error && !recent.data && (
          <ErrorState error={recent.error} retry={() => void recent.refetch()} />
        )}
        {recent.data?.length === 0 && (
          <EmptyState
            title="最近没有打开过章节"
            hint="打开一部小说的章节开始画本，下次可以从这里接着做。"
            action={
              <Link to="/homepage/createnewproject/allproject">
                <Button tabIndex={-1}>去我的小说</Button>
              </Link>
            }
          />
        )}
        {recent.data && recent.data.length > 0 && shown.length === 0 && (
          <EmptyState
            title="没有符合条件的章节"
            hint="换个关键词试试。"
            action={<Button onClick={() => change({ q: null })}>清除条件</Button>}
          />
        )}
        {shown.length > 0 && (
          <ul className="recent-list">
            {shown.map((chapter) => (
              <li key={chapter.id}>
                <Link to={`/tool/${chapter.productId}/${chapter.id}`}>
                  <strong>{chapter.name}</strong>
                  <span>{chapter.productName}</span>
                  <span>{markingText(chapter)}</span>
                  <span>{sinceWords(chapter.editTime, Date.now())}编辑</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </HomeFrame>
  );
}

function markingText(chapter: Chapter): string {
  switch (markingOf(chapter)) {
    case 'unmarked':
      return '未画本';
    case 'unassigned':
      return `待定 ${chapter.unassignedCount} 句`;
    case 'done':
      return `${chapter.lineCount} 句，没有待定`;
  }
}
