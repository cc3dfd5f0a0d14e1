import { parseManuscript } from '@huaben/manuscript';
import type { Node } from 'prosemirror-model';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { api, failureText, isHandledEverywhere } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { toast } from '../../ui/index.ts';
import { CompareDialog } from '../manuscript-save/index.ts';
import type { useChapterLock } from './chapter-lock.ts';
import { readManuscript } from './manuscript.queries.ts';
import type { LiveDesk } from './use-desk.ts';

type Conflict = {
  readonly stored: Node;
  readonly mine: Node;
  readonly html: string;
  readonly revision: number;
};

/** What stands in the way of saving, with the ways out. */
export function DeskBars(props: {
  desk: LiveDesk;
  lock: ReturnType<typeof useChapterLock>;
  novelId: string;
  chapterId: string;
}) {
  const { desk, lock, novelId, chapterId } = props;
  const navigate = useNavigate();
  const save = useStore(desk.store, (state) => state.save);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [newer, setNewer] = useState(false);
  const [busy, setBusy] = useState(false);
  useLive('chapterSaved', (event) => {
    if (event.chapterId === chapterId && lock.lock.kind === 'readOnly') setNewer(true);
  });

  const compare = async (contentId: string) => {
    const { html, revision } = await readManuscript(novelId, contentId);
    const mine = desk.session.html();
    if (html === mine) return desk.saver.apply({ type: 'replaced', revision });
    setConflict({ stored: parseManuscript(html).doc, mine: parseManuscript(mine).doc, html, revision });
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!isHandledEverywhere(error)) toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const lockAgain = () =>
    attempt(async () => {
      const held = await lock.lockAgain();
      if (held.revision === desk.saver.state().revision)
        desk.saver.apply({ type: 'resumed', revision: held.revision });
      else await compare(held.chapterUrlId);
    });
  const compareHead = () =>
    attempt(async () => {
      const { chapterUrlId } = await api.chapter.chapterInfo({ chapterId });
      await compare(chapterUrlId);
    });
  const keepMine = (revision: number) => {
    setConflict(null);
    desk.saver.apply({ type: 'resumed', revision });
  };
  const takeStored = ({ html, revision }: Conflict) => {
    setConflict(null);
    desk.putHtml(html);
    desk.saver.apply({ type: 'replaced', revision });
  };

  if (lock.loss?.kind === 'expired')
    return (
      <Modal
        open
        centered
        closable={false}
        title="页面已过期，请重新进入"
        footer={
          <>
            <Button onClick={() => void navigate(-1)}>返回</Button>
            <Button type="primary" onClick={() => location.reload()}>
              重新进入
            </Button>
          </>
        }
      >
        <p>你在另一个页面打开了这一章，以较新的页面为准。没保存的改动留在本机草稿，重新进入时可以恢复。</p>
      </Modal>
    );
  const problem = save.problem;
  return (
    <>
      {problem !== null && (
        <div className="bar" role="alert">
          <span>{problem.message}</span>
          {problem.kind === 'lock-lost' && (
            <Button size="small" type="primary" loading={busy} onClick={() => void lockAgain()}>
              重新锁定
            </Button>
          )}
          {problem.kind === 'stale' && (
            <Button size="small" type="primary" loading={busy} onClick={() => void compareHead()}>
              对照后决定
            </Button>
          )}
        </div>
      )}
      {lock.lock.kind === 'readOnly' && (
        <div className="bar" role="status">
          <span>只读：{lock.lock.why}</span>
          {newer && (
            <Button size="small" onClick={() => location.reload()}>
              有新内容，刷新
            </Button>
          )}
          <Button size="small" onClick={() => location.reload()}>
            再试编辑
          </Button>
        </div>
      )}
      {conflict !== null && (
        <CompareDialog
          title="服务器上的稿件在你编辑期间更新过"
          leftTitle="服务器上的"
          rightTitle="我的"
          left={conflict.stored}
          right={conflict.mine}
          close={() => setConflict(null)}
          footer={
            <>
              <Button onClick={() => takeStored(conflict)}>用服务器上的</Button>
              <Button type="primary" onClick={() => keepMine(conflict.revision)}>
                用我的覆盖
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
