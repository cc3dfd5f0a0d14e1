import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { sinceWords, timeOf } from '../../lib/time-words.ts';
import { HomeFrame } from '../../ui/home-frame.tsx';
import { EmptyState, ErrorState, SkeletonRows, toast } from '../../ui/index.ts';
import './novel.css';
import { useBinnedNovels, useNovelChange } from './novel.queries.ts';
import type { Novel } from './novel.queries.ts';

const figures = new Intl.NumberFormat('zh-CN');

/** 回收站: restore a novel, or purge it for good. */
export function BinPage() {
  const binned = useBinnedNovels();
  const [purging, setPurging] = useState<Novel | null>(null);
  const restore = useNovelChange(api.novel.restoreNovel);
  return (
    <HomeFrame title="回收站">
      <div className="home-page">
        <div className="home-head">
          <h1>回收站</h1>
        </div>
        {binned.isPending && <SkeletonRows rows={4} />}
        {binned.error && !binned.data && (
          <ErrorState error={binned.error} retry={() => void binned.refetch()} />
        )}
        {binned.data?.length === 0 && (
          <EmptyState title="回收站是空的" hint="移入回收站的小说会留在这里，可以还原。" />
        )}
        {binned.data && binned.data.length > 0 && (
          <table className="novels">
            <thead>
              <tr>
                <th scope="col">小说</th>
                <th scope="col" className="figure">
                  字数
                </th>
                <th scope="col" className="figure">
                  章节
                </th>
                <th scope="col">移入时间</th>
                <th scope="col">
                  <span className="visually-hidden">操作</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {binned.data.map((novel) => (
                <tr key={novel.id} className="novel-row">
                  <th scope="row">{novel.name}</th>
                  <td className="figure" data-label="字数">
                    {figures.format(novel.wordCount)}
                  </td>
                  <td className="figure" data-label="章节">
                    {novel.chapterCount}
                  </td>
                  <td data-label="移入时间" title={novel.delTime ? timeOf(novel.delTime) : ''}>
                    {novel.delTime && sinceWords(novel.delTime, Date.now())}
                  </td>
                  <td className="novel-buttons">
                    <Button
                      size="small"
                      loading={restore.isPending && restore.variables.productId === novel.id}
                      onClick={() =>
                        restore.mutate(
                          { productId: novel.id },
                          { onSuccess: () => toast.success(`《${novel.name}》已还原到我的小说`) },
                        )
                      }
                    >
                      还原
                    </Button>
                    <Button size="small" danger onClick={() => setPurging(novel)}>
                      彻底删除
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {purging && <PurgeDialog novel={purging} onClose={() => setPurging(null)} />}
    </HomeFrame>
  );
}

function PurgeDialog({ novel, onClose }: { novel: Novel; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const purge = useNovelChange(api.novel.purgeNovels);
  const matches = typed.trim() === novel.name;
  const submit = () => {
    if (!matches) return;
    purge.mutate(
      { productIds: [novel.id], names: [typed.trim()] },
      {
        onSuccess: () => {
          toast.success(`《${novel.name}》已彻底删除`);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      open
      title={`彻底删除《${novel.name}》`}
      okText="彻底删除"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: !matches }}
      confirmLoading={purge.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>
        {novel.chapterCount} 个章节、{figures.format(novel.wordCount)}{' '}
        字，连同角色、标注和音频都会删除，不能恢复。
      </p>
      <label>
        <span>请输入小说名「{novel.name}」确认：</span>
        <Input
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={submit}
        />
      </label>
    </Modal>
  );
}
