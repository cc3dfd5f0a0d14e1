import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useLiveState } from '../../lib/live.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { EmptyState, ErrorState, PageFrame, SkeletonRows } from '../../ui/index.ts';
import { useRoles } from '../cast/index.ts';
import './auto-marking.css';
import { ChaptersView } from './chapters/chapters-view.tsx';
import { LinesView } from './lines/lines-view.tsx';
import { addressOf } from './marking-view.ts';
import { useMarkingLive } from './marking.live.ts';
import { chaptersQuery, novelQuery, tasksQuery } from './marking.queries.ts';
import { isActive } from './marking-runs.ts';
import { ProgressView } from './progress/progress-view.tsx';
import { ReviewView } from './review/review-view.tsx';
import { RosterView } from './roster/roster-view.tsx';
import { ViewLinks } from './view-links.tsx';

/** Chapters that a link to this screen has ticked, in its state; null when it says nothing. */
function entryOf(state: unknown): readonly string[] | null {
  if (typeof state !== 'object' || state === null || !('chapterIds' in state)) return null;
  const { chapterIds } = state;
  return Array.isArray(chapterIds) ? chapterIds.filter((id) => typeof id === 'string') : null;
}

/** 自动画本 (/autoWriter/:productid and /autoWriter/:productid/:fileid). */
export function AutoMarkingPage() {
  const { productid = '', fileid = null } = useParams();
  return <Screen key={productid} novelId={productid} chapterId={fileid} />;
}

function Screen({ novelId, chapterId }: { novelId: string; chapterId: string | null }) {
  const location = useLocation();
  const [search, change] = useUrlState();
  const address = useMemo(() => addressOf(search), [search]);
  const novel = useQuery(novelQuery(novelId));
  const chapters = useQuery(chaptersQuery(novelId));
  const roles = useRoles(novelId);
  const tasks = useQuery(tasksQuery(novelId, useLiveState() === 'connected'));
  useMarkingLive(novelId);
  const filesPath = `/homepage/createnewproject/projectfliedetail/${novelId}`;
  const queries = [novel, chapters, roles, tasks];
  const failed = queries.find((query) => query.error && !query.data);
  const mayMark = novel.data?.can.edit === true && novel.data.isOver === 0;
  const common = { novelId, chapterId, address, change, mayMark };
  const ready = novel.data && chapters.data && roles.data && tasks.data;

  return (
    <PageFrame
      title={novel.data ? `${novel.data.name} · 自动画本` : '自动画本'}
      back={filesPath}
      crumbs={[
        { label: '我的小说', to: '/homepage/createnewproject/allproject' },
        { label: novel.data?.name ?? '…', to: filesPath },
        { label: '自动画本' },
      ]}
      layout="fill"
      bars={
        novel.data &&
        !mayMark && (
          <div className="bar" role="status">
            <span>
              {novel.data.isOver === 1
                ? '只读：这部小说已完结，不能再画本'
                : '只读：没有画本权限，请联系这部小说的负责人'}
            </span>
          </div>
        )
      }
    >
      <div className="marking">
        <header className="marking-head">
          <h1>自动画本</h1>
          <ViewLinks
            novelId={novelId}
            chapterId={chapterId}
            view={address.view}
            running={(tasks.data ?? []).filter((task) => isActive(task) && !task.preview).length}
          />
        </header>
        {failed && (
          <ErrorState
            error={failed.error}
            retry={() => {
              for (const query of queries) if (query.error) void query.refetch();
            }}
          />
        )}
        {!failed && !ready && <SkeletonRows rows={12} height={42} />}
        {ready && chapters.data.length === 0 && (
          <EmptyState
            title="还没有章节"
            hint="先导入正文，再回来自动画本。"
            action={<Link to={filesPath}>去导入正文</Link>}
          />
        )}
        {ready && chapters.data.length > 0 && (
          <>
            {address.view === 'chapters' && (
              <ChaptersView
                {...common}
                chapters={chapters.data}
                tasks={tasks.data}
                entry={entryOf(location.state)}
              />
            )}
            {address.view === 'roster' && (
              <RosterView
                {...common}
                chapters={chapters.data}
                roles={roles.data}
                mayCreate={mayMark && novel.data.can.role}
              />
            )}
            {address.view === 'lines' && (
              <LinesView {...common} chapters={chapters.data} roles={roles.data} />
            )}
            {address.view === 'progress' && (
              <ProgressView {...common} chapters={chapters.data} tasks={tasks.data} />
            )}
            {address.view === 'review' && (
              <ReviewView
                {...common}
                roles={roles.data}
                book={chapters.data}
                mayCreate={mayMark && novel.data.can.role}
              />
            )}
          </>
        )}
      </div>
    </PageFrame>
  );
}
