import { CallFailed, contract } from '@huaben/contract';
import type { Contract, ResultOf } from '@huaben/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newUuid } from '../../editor/new-id.ts';
import { api, readToken } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { buildRequest } from '../../lib/transport.ts';

/** The lock type of the marking desk. */
const deskLock = 1;
const checkMs = 30_000;
const storageKey = 'huaben.editor-id';
const channelName = 'huaben-desk';

/** A chapter as the server tells it. */
export type Chapter = ResultOf<Contract['chapter']['chapterInfo'], Blob>;
type Held = ResultOf<Contract['chapter']['lockChapters'], Blob>['locks'][number];

/** How this page stands to the chapter's lock. */
export type ChapterLock =
  | { readonly kind: 'opening' }
  | { readonly kind: 'held'; readonly held: Held; readonly editorId: string }
  | { readonly kind: 'conflict'; readonly chapter: Chapter; readonly message: string }
  | { readonly kind: 'readOnly'; readonly chapter: Chapter; readonly why: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the lock tells the text that it guards. */
export type LockLoss = { readonly kind: 'lost' | 'expired'; readonly message: string };

type Entered = { readonly chapterId: string; readonly editorId: string };

function rememberEditorId(editorId: string): void {
  try {
    sessionStorage.setItem(storageKey, editorId);
  } catch {
    return;
  }
}

/** Gives the lock back in a way that survives the closing of the page. */
function unlockNow(entered: Entered): void {
  const { url, init } = buildRequest(
    contract.chapter.unlockChapter,
    { ...entered, type: deskLock },
    undefined,
  );
  const token = readToken();
  if (token !== null) init.headers['token'] = token;
  void fetch(url, { ...init, keepalive: true }).catch(() => undefined);
}

/**
 * Locks a chapter while the page is open. `finish` of the guarded text runs before the lock is given back;
 * `onLoss` hears of a lock that went to somebody else or to a newer page of the same person.
 */
export function useChapterLock(chapterId: string, mayEdit: boolean | null) {
  const [lock, setLock] = useState<ChapterLock>({ kind: 'opening' });
  const [loss, setLoss] = useState<LockLoss | null>(null);
  /** Set by the text on screen: saves what is unsaved, for as long as that can reasonably take. */
  const finish = useRef<(() => Promise<void>) | null>(null);
  const hasUnsaved = useRef<() => boolean>(() => false);
  const entered = useRef<Entered | null>(null);
  /** This entry's id, made when the page is entered. */
  const session = useRef('');
  /** The held lock's fence, known before anything is drawn: the save that follows needs it at once. */
  const fence = useRef(0);

  const acquire = useCallback(
    async (takeOver: boolean, stillWanted: () => boolean) => {
      const editorId = session.current;
      try {
        const { locks } = await api.chapter.lockChapters({
          chapterIds: [chapterId],
          type: deskLock,
          editorId,
          ...(takeOver ? { takeOver: 1 as const } : {}),
        });
        const held = locks[0];
        if (!stillWanted()) return unlockNow({ chapterId, editorId });
        if (held === undefined) throw new Error('the reply names no lock');
        entered.current = { chapterId, editorId };
        fence.current = held.fence;
        setLoss(null);
        setLock({ kind: 'held', held, editorId });
      } catch (error) {
        if (!stillWanted()) return;
        if (!(error instanceof CallFailed)) return setLock({ kind: 'failed', error });
        try {
          const chapter = await api.chapter.chapterInfo({ chapterId });
          if (!stillWanted()) return;
          if (error.refusal === 'CHAPTER_LOCKED')
            setLock({ kind: 'conflict', chapter, message: error.message });
          else if (error.refusal === 'NOVEL_FINISHED' || error.refusal === 'NOVEL_BINNED')
            setLock({ kind: 'readOnly', chapter, why: error.message });
          else setLock({ kind: 'failed', error });
        } catch (second) {
          setLock({ kind: 'failed', error: second });
        }
      }
    },
    [chapterId],
  );

  useEffect(() => {
    if (mayEdit === null) return;
    let wanted = true;
    const editorId = newUuid();
    session.current = editorId;
    if (!mayEdit) {
      api.chapter
        .chapterInfo({ chapterId })
        .then((chapter) => {
          if (wanted) setLock({ kind: 'readOnly', chapter, why: '你在这部小说里没有编辑权限' });
        })
        .catch((error: unknown) => {
          if (wanted) setLock({ kind: 'failed', error });
        });
      return () => void (wanted = false);
    }
    rememberEditorId(editorId);
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<Partial<Entered>>) => {
      const mine = entered.current;
      if (mine === null || data.chapterId !== mine.chapterId || data.editorId === mine.editorId) return;
      setLoss({ kind: 'expired', message: '页面已过期，请重新进入' });
    };
    channel.postMessage({ chapterId, editorId });
    void acquire(false, () => wanted && session.current === editorId);
    const onPageHide = () => {
      // With text that is not saved the lease runs out by itself, so that a late save can still arrive.
      if (entered.current !== null && !hasUnsaved.current()) unlockNow(entered.current);
    };
    addEventListener('pagehide', onPageHide);
    return () => {
      wanted = false;
      removeEventListener('pagehide', onPageHide);
      channel.close();
      const left = entered.current;
      entered.current = null;
      const finished = finish.current?.() ?? Promise.resolve();
      finish.current = null;
      if (left !== null) void finished.finally(() => unlockNow(left));
    };
  }, [acquire, chapterId, mayEdit]);

  const check = useCallback(async () => {
    const mine = entered.current;
    if (mine === null) return;
    try {
      const { held } = await api.chapter.checkChapter({ ...mine, type: deskLock });
      if (held || entered.current !== mine) return;
      const { lock: holder } = await api.chapter.chapterInfo({ chapterId });
      setLoss(
        holder?.mine === true
          ? { kind: 'expired', message: '页面已过期，请重新进入' }
          : {
              kind: 'lost',
              message:
                holder === null
                  ? '编辑锁已过期（可能断网太久），稿件已留在本机草稿'
                  : `「${holder.userName}」接管了这一章，稿件已留在本机草稿`,
            },
      );
    } catch {
      // Without an answer nothing is known; the next check or save will tell.
    }
  }, [chapterId]);

  useEffect(() => {
    if (lock.kind !== 'held') return;
    const timer = setInterval(() => void check(), checkMs);
    // A page that slept, or that the browser brings back whole, asks before anybody types on.
    const onReturn = () => {
      if (document.visibilityState === 'visible') void check();
    };
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('pageshow', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('pageshow', onReturn);
    };
  }, [check, lock.kind]);
  useLive('chapterLockChanged', (event) => {
    if (event.chapterId === chapterId) void check();
  });

  return {
    lock,
    loss,
    fence,
    finish,
    hasUnsaved,
    takeOver: () => void acquire(true, () => true),
    retry: () => {
      setLock({ kind: 'opening' });
      void acquire(false, () => true);
    },
    /** Locks again after a loss, keeping the text on screen; rejects when it cannot be had. */
    lockAgain: async (): Promise<Held> => {
      const editorId = session.current;
      const { locks } = await api.chapter.lockChapters({ chapterIds: [chapterId], type: deskLock, editorId });
      const held = locks[0];
      if (held === undefined) throw new Error('the reply names no lock');
      entered.current = { chapterId, editorId };
      fence.current = held.fence;
      setLoss(null);
      setLock({ kind: 'held', held, editorId });
      return held;
    },
    openReadOnly: (chapter: Chapter) =>
      setLock({ kind: 'readOnly', chapter, why: `「${chapter.lock?.userName ?? '别人'}」正在编辑` }),
  };
}
