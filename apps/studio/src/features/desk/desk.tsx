import { EditOutlined, QuestionCircleOutlined, TagsOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { Contract, ResultOf } from '@huaben/contract';
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { PageFrame } from '../../ui/index.ts';
import type { Crumb } from '../../ui/index.ts';
import { CastPanel, hotKeysOf } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import { saveView } from '../manuscript-save/index.ts';
import { CastingBar } from './casting-bar.tsx';
import { ChapterColumn } from './chapter-column.tsx';
import type { useChapterLock } from './chapter-lock.ts';
import { ChapterSwitcher } from './chapter-switcher.tsx';
import { DeskBars } from './desk-bars.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { FontMenu } from './font-menu.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { LineMenu } from './line-menu.tsx';
import { RoleDrawer } from './role-drawer.tsx';
import { RoleSearch } from './role-search.tsx';
import { StatusBar } from './status-bar.tsx';
import { SuggestionBar } from './suggestion-bar.tsx';
import { clockText } from './time-text.ts';
import { useDesk } from './use-desk.ts';
import type { LiveDesk } from './use-desk.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useManuscriptFont } from './use-manuscript-font.ts';
import { useNarrow } from './use-narrow.ts';

type Novel = ResultOf<Contract['novel']['novelInfo'], Blob>;

/** What the open desk is about. */
export type DeskProps = {
  readonly novel: Novel;
  readonly chapterId: string;
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly chosenKeys: Readonly<Record<string, string>>;
  readonly html: string;
  readonly revision: number;
  readonly lock: ReturnType<typeof useChapterLock>;
  readonly crumbs: readonly Crumb[];
  readonly chaptersPath: string;
};

/** The desk with an open text. */
export function Desk(props: DeskProps) {
  const { novel, chapterId, roles, lock } = props;
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { font, setFont, fontStyle } = useManuscriptFont();
  const { host, desk } = useDesk({ ...props, novelId: novel.id });
  const [dialog, setDialog] = useState<'search' | 'help' | 'drawer' | null>(null);
  const chapters = useQuery({
    queryKey: keys.chapters(novel.id),
    queryFn: async ({ signal }) => (await api.chapter.listChapters({ productId: novel.id }, signal)).list,
  });
  const hotKeys = useMemo(() => hotKeysOf(roles, props.chosenKeys), [roles, props.chosenKeys]);
  const close = useCallback(() => {
    setDialog(null);
    desk?.focus();
  }, [desk]);
  useDeskKeys(desk, {
    hotKeys,
    openSearch: () => setDialog('search'),
    openHelp: () => setDialog('help'),
    openLineMenu: () => host.current?.dispatchEvent(new CustomEvent('line-menu')),
  });

  const readOnly = lock.lock.kind !== 'held' || lock.loss !== null;
  const chapter = chapters.data?.find((one) => one.id === chapterId);
  const title = chapter?.name ?? '';
  return (
    <PageFrame
      title={title === '' ? '画本' : title}
      back={props.chaptersPath}
      crumbs={props.crumbs}
      switcher={<ChapterSwitcher novelId={novel.id} chapterId={chapterId} chapters={chapters.data ?? []} />}
      layout="fill"
      saveState={desk !== null && <SaveWords desk={desk} />}
      bars={desk !== null && <DeskBars desk={desk} lock={lock} novelId={novel.id} chapterId={chapterId} />}
      actions={
        <>
          <Button size="small" onClick={() => void navigate(`/autoWriter/${novel.id}/${chapterId}`)}>
            自动画本
          </Button>
          <Button size="small" onClick={() => void navigate(`/voice/${novel.id}/${chapterId}`)}>
            合成
          </Button>
        </>
      }
    >
      <div className="desk" style={fontStyle}>
        {!narrow && (
          <ChapterColumn
            novelId={novel.id}
            chapterId={chapterId}
            chapters={chapters.data}
            live={desk?.store ?? null}
            error={chapters.error}
            retry={() => void chapters.refetch()}
          />
        )}
        <section className="desk-paper" aria-label="稿纸">
          <header className="desk-head">
            <h1>{title}</h1>
            {desk !== null && <Figures desk={desk} />}
            <span className="desk-tools">
              {desk !== null && !narrow && <ModeButton desk={desk} disabled={readOnly} />}
              <FontMenu choice={font} onChange={setFont} />
              {!narrow && (
                <Button
                  type="text"
                  size="small"
                  aria-label="快捷键说明"
                  title="快捷键说明（?）"
                  icon={<QuestionCircleOutlined />}
                  onClick={() => setDialog('help')}
                />
              )}
            </span>
          </header>
          {desk !== null && !readOnly && (
            <CastingBar desk={desk} novelId={novel.id} mayEditRoles={novel.can.role} />
          )}
          <LineMenu desk={desk} roles={roles} readOnly={readOnly} host={host}>
            <div
              className="desk-scroll"
              data-scroller
              onClick={(event) => {
                if (
                  narrow &&
                  !readOnly &&
                  event.target instanceof Element &&
                  event.target.closest('.line') !== null
                )
                  setDialog('drawer');
              }}
            >
              <div ref={host} />
            </div>
          </LineMenu>
          {desk !== null && !readOnly && !narrow && (
            <SuggestionBar desk={desk} roles={roles} hotKeys={hotKeys} />
          )}
        </section>
        {desk !== null && !narrow && (
          <Cast
            desk={desk}
            novel={novel}
            roles={roles}
            hotKeys={hotKeys}
            chosenKeys={props.chosenKeys}
            readOnly={readOnly}
          />
        )}
      </div>
      {desk !== null && <StatusBar desk={desk} lock={lock} />}
      {desk !== null && !readOnly && (
        <DraftOffer
          desk={desk}
          userId={props.userId}
          chapterId={chapterId}
          html={props.html}
          revision={props.revision}
        />
      )}
      {dialog === 'help' && <HelpDialog roles={roles} hotKeys={hotKeys} close={close} />}
      {dialog === 'search' && desk !== null && (
        <RoleSearch desk={desk} novelId={novel.id} roles={roles} mayCreate={novel.can.role} close={close} />
      )}
      {narrow && desk !== null && (
        <RoleDrawer desk={desk} open={dialog === 'drawer'} roles={roles} close={() => setDialog(null)} />
      )}
    </PageFrame>
  );
}

function SaveWords({ desk }: { desk: LiveDesk }) {
  const view = useStore(desk.store, (state) => state.save);
  const { text, tone } = saveView(view, clockText);
  return <span className={`desk-save desk-save-${tone}`}>{text}</span>;
}

function Figures({ desk }: { desk: LiveDesk }) {
  const stats = useStore(desk.store, (state) => state.stats);
  const words = stats.dialogueWords + stats.narrationWords;
  return (
    <span className="desk-figures">
      {words.toLocaleString('zh-CN')} 字，{stats.lines} 句台词
    </span>
  );
}

function ModeButton({ desk, disabled }: { desk: LiveDesk; disabled: boolean }) {
  const mode = useStore(desk.store, (state) => state.mode);
  return (
    <Button
      size="small"
      disabled={disabled}
      title="F2 切换"
      aria-pressed={mode === 'type'}
      icon={mode === 'mark' ? <TagsOutlined /> : <EditOutlined />}
      onClick={() => desk.session.setMode(mode === 'mark' ? 'type' : 'mark')}
    >
      {mode === 'mark' ? '标注' : '改字'}
    </Button>
  );
}

function Cast(props: {
  desk: LiveDesk;
  novel: Novel;
  roles: readonly Role[];
  hotKeys: ReadonlyMap<string, string>;
  chosenKeys: Readonly<Record<string, string>>;
  readOnly: boolean;
}) {
  const { desk, novel } = props;
  const stats = useStore(desk.store, (state) => state.stats);
  const firstLine = useStore(desk.store, (state) => state.firstLine);
  const line = useStore(desk.store, (state) => state.line);
  const counts = useMemo(() => new Map([...stats.byRole].map(([id, { lines }]) => [id, lines])), [stats]);
  return (
    <aside className="desk-cast" aria-label="角色">
      <CastPanel
        novelId={novel.id}
        roles={props.roles}
        hotKeys={props.hotKeys}
        chosenKeys={props.chosenKeys}
        counts={counts}
        firstLine={firstLine}
        currentRoleId={line?.roleId ?? null}
        mayEditRoles={novel.can.role}
        mayEditKeys={novel.can.edit}
        assign={(roleId) => {
          desk.session.assign(roleId);
          desk.focus();
        }}
        onEdit={(edit) => desk.session.record(edit)}
        leave={desk.focus}
      />
    </aside>
  );
}
