import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { ErrorState, PageFrame, SkeletonRows } from '../../ui/index.ts';
import { useHotKeys, useRoles } from '../cast/index.ts';
import { useChapterLock } from './chapter-lock.ts';
import './desk.css';
import { Desk } from './desk.tsx';
import { LockConflict } from './lock-conflict.tsx';
import { useManuscript } from './manuscript.queries.ts';

/** The marking desk (/tool/:productid/:fileid). */
export function DeskPage() {
  const { productid = '', fileid = '' } = useParams();
  return <DeskEntry key={`${productid}/${fileid}`} novelId={productid} chapterId={fileid} />;
}

function DeskEntry({ novelId, chapterId }: { novelId: string; chapterId: string }) {
  const navigate = useNavigate();
  const chaptersPath = `/homepage/createnewproject/projectfliedetail/${novelId}`;
  const user = useQuery({ queryKey: keys.user(), queryFn: ({ signal }) => api.account.info({}, signal) });
  const novel = useQuery({
    queryKey: keys.novel(novelId),
    queryFn: ({ signal }) => api.novel.novelInfo({ productId: novelId }, signal),
  });
  const roles = useRoles(novelId);
  const hotKeys = useHotKeys(novelId);
  const mayEdit = novel.data === undefined ? null : novel.data.can.edit;
  const lock = useChapterLock(chapterId, mayEdit);
  const manuscript = useManuscript(novelId, chapterId, lock.lock);

  const failed = [user, novel, roles, manuscript].find((query) => query.isError);
  const crumbs = [
    { label: '我的小说', to: '/homepage/createnewproject/allproject' },
    { label: novel.data?.name ?? '…', to: chaptersPath },
  ];
  const frame = { title: '画本', back: chaptersPath, crumbs } as const;

  if (lock.lock.kind === 'failed')
    return (
      <PageFrame {...frame}>
        <ErrorState error={lock.lock.error} retry={lock.retry} />
      </PageFrame>
    );
  if (failed !== undefined)
    return (
      <PageFrame {...frame}>
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      </PageFrame>
    );
  if (lock.lock.kind === 'conflict') {
    const { chapter, message } = lock.lock;
    return (
      <PageFrame {...frame}>
        <LockConflict
          chapter={chapter}
          message={message}
          mayTakeOver={novel.data?.can.crew === true}
          takeOver={lock.takeOver}
          retry={lock.retry}
          openReadOnly={() => lock.openReadOnly(chapter)}
          leave={() => void navigate(chaptersPath)}
        />
      </PageFrame>
    );
  }
  if (!user.data || !novel.data || !roles.data || !manuscript.data || lock.lock.kind === 'opening')
    return (
      <PageFrame {...frame}>
        <SkeletonRows />
      </PageFrame>
    );
  if (manuscript.data.chapterId !== chapterId)
    return (
      <PageFrame {...frame}>
        <div className="state" role="alert">
          <p className="state-title">稿件与章节对不上</p>
          <p className="state-hint">服务器给的稿件属于另一章，为了防止内容保存出错，没有打开它。</p>
          <Button onClick={() => void manuscript.refetch()}>重新读取</Button>
        </div>
      </PageFrame>
    );
  return (
    <Desk
      novel={novel.data}
      chapterId={chapterId}
      userId={user.data.id}
      roles={roles.data}
      chosenKeys={hotKeys.data ?? {}}
      html={manuscript.data.html}
      revision={manuscript.data.revision}
      lock={lock}
      crumbs={crumbs}
      chaptersPath={chaptersPath}
    />
  );
}
