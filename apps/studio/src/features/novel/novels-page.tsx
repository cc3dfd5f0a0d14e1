import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { useReadings } from '../../lib/use-readings.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { HomeFrame } from '../../ui/home-frame.tsx';
import { EmptyState, ErrorState, SkeletonRows, toast } from '../../ui/index.ts';
import { confirm } from '../../ui/messages.ts';
import { NovelDialog } from './novel-dialog.tsx';
import { NovelFilters } from './novel-filters.tsx';
import { NovelRow } from './novel-row.tsx';
import type { NovelAction } from './novel-row.tsx';
import { novelsInView, novelViewOf } from './novel-view.ts';
import './novel.css';
import { useNovelChange, useNovels } from './novel.queries.ts';
import type { Novel } from './novel.queries.ts';

/** 我的小说. */
export function NovelsPage() {
  const novels = useNovels();
  const [search, change] = useUrlState();
  const view = useMemo(() => novelViewOf(search), [search]);
  const readings = useReadings(view.query);
  const shown = useMemo(() => novelsInView(novels.data ?? [], view, readings), [novels.data, view, readings]);
  const [making, setMaking] = useState(false);
  const actions = useNovelActions();
  const make = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
      新建小说
    </Button>
  );
  return (
    <HomeFrame title="我的小说">
      <div className="home-page">
        <div className="home-head">
          <h1>我的小说</h1>
          {make}
        </div>
        <NovelFilters view={view} change={change} />
        {novels.isPending && <SkeletonRows />}
        {novels.error && !novels.data && (
          <ErrorState error={novels.error} retry={() => void novels.refetch()} />
        )}
        {novels.data && shown.length === 0 && novels.data.length > 0 && (
          <EmptyState
            title="没有符合条件的小说"
            hint="换个关键词，或清除筛选条件。"
            action={<Button onClick={() => change({ q: null, genre: null, over: null })}>清除条件</Button>}
          />
        )}
        {novels.data?.length === 0 && (
          <EmptyState
            title="还没有小说"
            hint="新建一部小说，再把 txt 拖进去，就可以开始画本。"
            action={make}
          />
        )}
        {shown.length > 0 && <NovelTable novels={shown} onAction={actions.run} />}
      </div>
      {making && <NewNovel onClose={() => setMaking(false)} />}
      {actions.renaming && <RenameNovel novel={actions.renaming} onClose={actions.stopRenaming} />}
    </HomeFrame>
  );
}

function NovelTable({
  novels,
  onAction,
}: {
  novels: readonly Novel[];
  onAction: (action: NovelAction, novel: Novel) => void;
}) {
  return (
    <table className="novels">
      <thead>
        <tr>
          <th scope="col">小说</th>
          <th scope="col">类型</th>
          <th scope="col" className="figure">
            字数
          </th>
          <th scope="col" className="figure" title="没有待定台词的章节 / 全部章节">
            画本
          </th>
          <th scope="col" className="figure">
            角色
          </th>
          <th scope="col">最后编辑</th>
          <th scope="col">
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {novels.map((novel) => (
          <NovelRow key={novel.id} novel={novel} onAction={onAction} />
        ))}
      </tbody>
    </table>
  );
}

function NewNovel({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const add = useNovelChange(api.novel.addNovel, 'dialog');
  return (
    <NovelDialog
      title="新建小说"
      okText="新建"
      busy={add.isPending}
      error={add.error}
      onClose={onClose}
      onSubmit={({ name, genre }) =>
        add.mutate(genre ? { name, genre } : { name }, {
          onSuccess: ({ id }) => void navigate(`/homepage/createnewproject/projectfliedetail/${id}`),
        })
      }
    />
  );
}

function RenameNovel({ novel, onClose }: { novel: Novel; onClose: () => void }) {
  const edit = useNovelChange(api.novel.editNovel, 'dialog');
  return (
    <NovelDialog
      title="改名和类型"
      okText="保存"
      initial={{ name: novel.name, genre: novel.genre }}
      busy={edit.isPending}
      error={edit.error}
      onClose={onClose}
      onSubmit={(fields) => edit.mutate({ id: novel.id, ...fields }, { onSuccess: onClose })}
    />
  );
}

function useNovelActions() {
  const [renaming, setRenaming] = useState<Novel | null>(null);
  const { mutate: top } = useNovelChange(api.novel.topNovel);
  const { mutate: finish } = useNovelChange(api.novel.markNovelOver);
  const { mutate: bin } = useNovelChange(api.novel.binNovel);
  const { mutate: restore } = useNovelChange(api.novel.restoreNovel);
  const run = useCallback(
    async (action: NovelAction, novel: Novel) => {
      const productId = novel.id;
      switch (action) {
        case 'rename':
          return setRenaming(novel);
        case 'top':
          return top({ productId, topped: novel.topped ? 0 : 1 });
        case 'finish': {
          const over = novel.isOver === 1;
          const sure =
            over ||
            (await confirm({
              title: `把《${novel.name}》设为完结？`,
              content: '完结后只读，可以随时恢复为未完结。',
              okText: '设为完结',
            }));
          if (!sure) return;
          return finish(
            { productId, isOver: over ? 0 : 1 },
            { onSuccess: () => toast.success(`《${novel.name}》已${over ? '恢复为未完结' : '设为完结'}`) },
          );
        }
        case 'bin':
          return bin(
            { id: productId },
            {
              onSuccess: () =>
                toast.undo(`《${novel.name}》已移入回收站`, () =>
                  restore({ productId }, { onSuccess: () => toast.success(`《${novel.name}》已还原`) }),
                ),
            },
          );
      }
    },
    [top, finish, bin, restore],
  );
  return {
    run: useCallback((action: NovelAction, novel: Novel) => void run(action, novel), [run]),
    renaming,
    stopRenaming: () => setRenaming(null),
  };
}
