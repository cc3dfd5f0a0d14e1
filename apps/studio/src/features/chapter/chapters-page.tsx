import { HighlightOutlined, PlusOutlined, SoundOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../lib/api.ts';
import { useReadings } from '../../lib/use-readings.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { confirmDanger, EmptyState, ErrorState, PageFrame, SkeletonRows, toast } from '../../ui/index.ts';
import '../../ui/home-frame.css';
import { ChapterFilters } from './chapter-filters.tsx';
import type { ChapterAction, ChapterRights } from './chapter-row.tsx';
import { ChapterTable } from './chapter-table.tsx';
import { chaptersInView, chapterViewOf } from './chapter-view.ts';
import './chapter.css';
import { useChapterChange, useChapters, useNovelOf } from './chapter.queries.ts';
import type { Chapter } from './chapter.queries.ts';
import { ImportBars, useIsImporting } from './import/import-bar.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { useFileDrop } from './import/use-file-drop.ts';
import { NewChapterDialog } from './new-chapter-dialog.tsx';

const allNovels = '/homepage/createnewproject/allproject';
const none: readonly Chapter[] = [];

/** 章节列表 of one novel. */
export function ChaptersPage() {
  const productId = useParams()['productid'] ?? '';
  const novel = useNovelOf(productId);
  const chapters = useChapters(productId);
  const navigate = useNavigate();
  const [search, change] = useUrlState();
  const view = useMemo(() => chapterViewOf(search), [search]);
  const readings = useReadings(view.query);
  const list = chapters.data ?? none;
  const shown = useMemo(() => chaptersInView(list, view, readings), [list, view, readings]);
  const [file, setFile] = useState<File | null>(null);
  const [adding, setAdding] = useState(false);
  const closeImport = useCallback(() => setFile(null), []);
  const open = novel.data?.isOver === 0;
  const canImport = (novel.data?.can.import ?? false) && open;
  const canEdit = (novel.data?.can.edit ?? false) && open;
  const canVoice = novel.data?.can.synthesise ?? false;
  const rights: ChapterRights = useMemo(() => ({ edit: canEdit, voice: canVoice }), [canEdit, canVoice]);
  const hovering = useFileDrop(canImport && file === null && !adding, setFile);
  const importing = useIsImporting(productId);
  const actions = useChapterActions(productId);
  const ticked = useMemo(() => {
    const ids = new Set(shown.map(({ id }) => id));
    return new Set([...actions.ticked].filter((id) => ids.has(id)));
  }, [shown, actions.ticked]);

  const importButton = canImport && <ImportButton onFile={setFile} />;
  const first = shown[0] ?? list[0];
  return (
    <PageFrame
      title={novel.data?.name ?? '章节列表'}
      back={allNovels}
      crumbs={[{ label: '我的小说', to: allNovels }, { label: novel.data?.name ?? '…' }]}
      bars={<ImportBars productId={productId} />}
      layout="fill"
    >
      <div className="chapters-page">
        <div className="home-head">
          <h1>
            {novel.data?.name ?? '章节列表'}
            {novel.data && <span className="chapters-count">{countText(list)}</span>}
            {novel.data?.isOver === 1 && <span className="chapters-over">已完结，只读</span>}
          </h1>
          {canEdit && list.length > 0 && (
            <Button
              icon={<HighlightOutlined aria-hidden />}
              onClick={() => void navigate(`/autoWriter/${productId}`)}
            >
              自动画本
            </Button>
          )}
          {canVoice && first && (
            <Button
              icon={<SoundOutlined aria-hidden />}
              onClick={() => void navigate(`/voice/${productId}/${first.id}`)}
            >
              配音
            </Button>
          )}
          {canEdit && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              新建章节
            </Button>
          )}
          {importButton}
        </div>
        <ChapterFilters
          view={view}
          change={change}
          shown={shown.length}
          total={list.length}
          ticked={ticked.size}
          onMark={() => void navigate(`/autoWriter/${productId}`, { state: { chapterIds: [...ticked] } })}
          onDelete={() => void actions.remove(list.filter(({ id }) => ticked.has(id)))}
        />
        {(chapters.isPending || novel.isPending) && !chapters.error && !novel.error && (
          <SkeletonRows rows={12} height={42} />
        )}
        {(chapters.error ?? novel.error) && !chapters.data && (
          <ErrorState
            error={chapters.error ?? novel.error}
            retry={() => {
              void chapters.refetch();
              void novel.refetch();
            }}
          />
        )}
        {chapters.data && novel.data && list.length === 0 && (
          <EmptyState
            title={importing ? '正在导入' : '还没有章节'}
            hint={
              importing
                ? '完成后章节会出现在这里；可以离开这个页面，完成时会提示。'
                : canImport
                  ? '把 txt 文件拖到这里，自动识别章节；也可以新建一章，粘贴正文。'
                  : '等有编辑权限的成员导入正文后，章节会出现在这里。'
            }
            action={!importing && importButton}
          />
        )}
        {list.length > 0 && shown.length === 0 && (
          <EmptyState
            title="没有符合条件的章节"
            hint="换个关键词，或清除筛选条件。"
            action={<Button onClick={() => change({ q: null, state: null })}>清除条件</Button>}
          />
        )}
        {shown.length > 0 && (
          <ChapterTable
            chapters={shown}
            view={view}
            rights={rights}
            ticked={ticked}
            renaming={actions.renaming}
            change={change}
            onTick={actions.tick}
            onAction={actions.run}
            onRenamed={actions.rename}
          />
        )}
      </div>
      {hovering && <div className="drop-veil">松开鼠标，预览后导入</div>}
      {file && (
        <ImportDialog
          key={`${file.name}-${file.size}-${file.lastModified}`}
          productId={productId}
          file={file}
          onClose={closeImport}
        />
      )}
      {adding && <NewChapterDialog productId={productId} onClose={() => setAdding(false)} />}
    </PageFrame>
  );
}

function countText(list: readonly Chapter[]): string {
  const words = list.reduce((sum, chapter) => sum + chapter.wordCount, 0);
  return `${list.length.toLocaleString('zh-CN')} 章 ${words.toLocaleString('zh-CN')} 字`;
}

function ImportButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        导入 txt
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".txt,.text,text/plain"
        aria-label="选择要导入的 txt 文件"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file must be choosable again after it was corrected.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

function useChapterActions(productId: string) {
  const navigate = useNavigate();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [renaming, setRenaming] = useState<string | null>(null);
  const { mutate: saveName } = useChapterChange(productId, api.chapter.renameChapter);
  const { mutate: deleteAll } = useChapterChange(productId, api.chapter.deleteChapters);
  const remove = useCallback(
    async (chapters: readonly Chapter[]) => {
      const [first] = chapters;
      if (!first) return;
      const what = chapters.length === 1 ? `「${first.name}」` : `这 ${chapters.length} 个章节`;
      const sure = await confirmDanger({
        title: `删除${what}？`,
        content: '正文、标注和合成的音频都会删除，不能恢复。',
        okText: '删除',
      });
      if (!sure) return;
      deleteAll(
        { ids: chapters.map(({ id }) => id) },
        {
          onSuccess: () => {
            setTicked(new Set());
            toast.success(`已删除${what}`);
          },
        },
      );
    },
    [deleteAll],
  );
  const run = useCallback(
    (action: ChapterAction, chapter: Chapter) => {
      switch (action) {
        case 'open':
          return void navigate(`/tool/${productId}/${chapter.id}`);
        case 'mark':
          return void navigate(`/autoWriter/${productId}/${chapter.id}`);
        case 'voice':
          return void navigate(`/voice/${productId}/${chapter.id}`);
        case 'rename':
          return setRenaming(chapter.id);
        case 'delete':
          return void remove([chapter]);
      }
    },
    [navigate, productId, remove],
  );
  const rename = useCallback(
    (chapter: Chapter, name: string | null) => {
      setRenaming(null);
      if (name) saveName({ id: chapter.id, name });
    },
    [saveName],
  );
  const tick = useCallback((ids: readonly string[], on: boolean) => {
    setTicked((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  return { ticked, tick, renaming, run, rename, remove };
}
