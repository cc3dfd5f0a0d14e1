import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLiveState } from '../../../lib/live.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/index.ts';
import { roleNames } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';
import { RedoDialog } from '../chapters/redo-dialog.tsx';
import { keptTicks } from '../kept.ts';
import { howText, orderOf } from '../marking-view.ts';
import { rosterQuery } from '../marking.queries.ts';
import type { Chapter, FoundName } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { markingPath, useStart } from '../use-start.ts';
import { hasNews, rosterRows } from './roster-edit.ts';
import { RosterWork } from './roster-work.tsx';

/** 发现角色: what was found before marking. Goes on by itself when there is nothing new. */
export function RosterView(
  props: ScreenPart & {
    readonly chapters: readonly Chapter[];
    readonly roles: readonly Role[];
    readonly mayCreate: boolean;
  },
) {
  const { novelId, chapterId, address, roles } = props;
  const navigate = useNavigate();
  const live = useLiveState() === 'connected';
  const roster = useQuery({
    ...rosterQuery(novelId, address.roster ?? '', live),
    enabled: address.roster !== null,
  });
  const { start, starting } = useStart(novelId, chapterId);
  const [confirming, setConfirming] = useState(false);
  const chosen = useMemo(() => {
    const ticked = new Set(keptTicks(novelId));
    return props.chapters.filter(({ id }) => ticked.has(id)).map(({ id }) => id);
  }, [novelId, props.chapters]);
  const back = () => {
    void navigate(`${markingPath(novelId, chapterId)}?view=chapters&${howText(address)}`);
  };
  const order = { chapterIds: chosen, ...orderOf(address) };
  const begin = () => {
    if (address.mode === 'chapter') setConfirming(true);
    else start(order);
  };
  const names = roster.data?.state === 'done' ? roster.data.names : null;
  const nothingNew = names !== null && roles.length > 1 && !hasNews(rowsOf(names, roles));
  const went = useRef(false);
  useEffect(() => {
    // Once only: coming back here must not start it all again.
    if (!nothingNew || went.current || address.mode === 'chapter' || chosen.length === 0 || !props.mayMark)
      return;
    went.current = true;
    start(order);
  });

  if (address.roster === null || chosen.length === 0)
    return (
      <EmptyState
        title="还没有选章节"
        hint="先选好要画的章节，再找其中的角色。"
        action={<Button onClick={back}>去选章节</Button>}
      />
    );
  if (roster.error && !roster.data)
    return <ErrorState error={roster.error} retry={() => void roster.refetch()} />;
  if (roster.data?.state === 'failed')
    return (
      <EmptyState
        title="没能找完角色"
        hint={roster.data.message ?? '服务器没有说明原因，请回去再试一次；也可以不找角色，直接开始。'}
        action={
          <>
            <Button onClick={back}>回去选章节</Button>
            <Button type="primary" loading={starting} onClick={begin}>
              直接开始
            </Button>
          </>
        }
      />
    );
  const redo = confirming && (
    <RedoDialog
      chapters={chosen.length}
      onClose={() => setConfirming(false)}
      onAgree={(confirmation) => {
        setConfirming(false);
        start({ ...order, confirmation });
      }}
    />
  );
  if (names === null || (nothingNew && address.mode !== 'chapter'))
    return (
      <div className="roster-wait">
        <p role="status">
          {names === null
            ? `正在 ${String(chosen.length)} 章里找角色，找完会列在这里；也可以先离开，回来再看。`
            : '没有找到新的角色，正在开始画本。'}
        </p>
        <SkeletonRows rows={8} height={40} />
      </div>
    );
  if (names.length === 0 || nothingNew)
    return (
      <>
        <EmptyState
          title="没有找到新的角色"
          hint={
            names.length === 0 ? '可以先在画本台手工建角色，再来画本。' : '已有的角色够用，可以直接开始。'
          }
          action={
            <>
              <Button onClick={back}>回去选章节</Button>
              <Button type="primary" loading={starting} disabled={!props.mayMark} onClick={begin}>
                开始画 {chosen.length} 章
              </Button>
            </>
          }
        />
        {redo}
      </>
    );
  return (
    <>
      <RosterWork
        key={address.roster}
        novelId={novelId}
        rows={rowsOf(names, roles)}
        roles={roles}
        chapters={chosen.length}
        mayMark={props.mayMark}
        mayCreate={props.mayCreate}
        starting={starting}
        onBack={back}
        onBegin={begin}
      />
      {redo}
    </>
  );
}

function rowsOf(names: readonly FoundName[], roles: readonly Role[]) {
  const byId = new Map(roles.map((role) => [role.id, role]));
  return rosterRows(names, (roleId) => {
    const role = byId.get(roleId);
    return role === undefined ? [] : roleNames(role);
  });
}
