import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { useLive } from '../../../lib/live.ts';
import { keys } from '../../../lib/queries.ts';
import { setUnsaved } from '../../../lib/unsaved.ts';
import { confirmDanger, toast } from '../../../ui/index.ts';
import { createRole, mainName } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';
import { openKey } from '../marking.queries.ts';
import { pageSize, ReviewSession } from './review-session.ts';
import type { LineKey } from './review-queue.ts';

const settleMs = 800;
const aheadMs = 30_000;

/** The first page of a filter, so that the next chapter can be there before it is asked for. */
export const firstPageQuery = (novelId: string, chapterId: string | null, order: 'risk' | 'place') =>
  queryOptions({
    queryKey: ['review-first-page', novelId, chapterId, order],
    queryFn: () =>
      api.autoMarking.reviewQueue({
        productId: novelId,
        ...(chapterId === null ? {} : { chapterIds: [chapterId] }),
        order,
        page: 1,
        size: pageSize,
      }),
    staleTime: aheadMs,
  });

/** One filter's review, loaded, kept fresh by the socket, and sent before the page is left. */
export function useReview(filter: {
  readonly novelId: string;
  readonly chapterId: string | null;
  readonly order: 'risk' | 'place';
  readonly at: LineKey | null;
  readonly roles: readonly Role[];
}): ReviewSession | null {
  const { novelId, chapterId, order } = filter;
  const client = useQueryClient();
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  });
  const [session, setSession] = useState<ReviewSession | null>(null);

  useEffect(() => {
    const chosen = chapterId === null ? {} : { chapterIds: [chapterId] };
    const made = new ReviewSession({
      fetchPage: async (page) => {
        if (page > 1)
          return api.autoMarking.reviewQueue({ productId: novelId, ...chosen, order, page, size: pageSize });
        const query = firstPageQuery(novelId, chapterId, order);
        const first = await client.fetchQuery(query);
        // Loaded ahead once; decisions make it wrong at once.
        client.removeQueries({ queryKey: query.queryKey });
        return first;
      },
      fetchChapters: (chapterIds) =>
        api.autoMarking.reviewQueue({ productId: novelId, chapterIds, order, page: 1, size: pageSize }),
      send: (decisions) => api.autoMarking.decideLines({ productId: novelId, decisions }),
      createRole: async (name) => {
        try {
          const fields = { names: [name], sex: '', description: '', cv: '', style: null } as const;
          return (await createRole(novelId, fields)).role.id;
        } catch (error) {
          if (!isHandledEverywhere(error)) toast.error(`「${name}」没建成：${failureText(error)}`);
          return null;
        }
      },
      nameOf: (roleId) => {
        // The cache knows a role made just now before the next render does.
        const cast = client.getQueryData<Role[]>(keys.roles(novelId)) ?? latest.current.roles;
        const role = cast.find(({ id }) => id === roleId);
        return role === undefined ? '已标' : mainName(role);
      },
      now: () => Date.now(),
      onStored: () => void client.invalidateQueries({ queryKey: openKey(novelId) }),
    });
    setSession(made);
    void made.load(latest.current.at);
    const holder = `review/${novelId}`;
    const end = made.store.subscribe(({ unsent }) => setUnsaved(holder, unsent > 0));
    const send = () => void made.flush();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') send();
    };
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (made.store.getState().unsent === 0) return;
      send();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('beforeunload', onBeforeUnload);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('beforeunload', onBeforeUnload);
      send();
      end();
      setUnsaved(holder, false);
    };
  }, [novelId, chapterId, order, client]);

  const stale = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  useLive('chapterSaved', (event) => {
    if (event.productId !== novelId || session === null) return;
    stale.current.add(event.chapterId);
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = null;
      const chapters = [...stale.current];
      stale.current.clear();
      // Own decisions come back here too; their lines are gone already and change nothing.
      session.refresh(chapters).catch(() => undefined);
      void client.invalidateQueries({ queryKey: openKey(novelId) });
    }, settleMs);
  });
  useLeaveGuard(session);
  return session;
}

/** Leaving sends first; what cannot be sent is asked about. */
function useLeaveGuard(session: ReviewSession | null): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session !== null &&
      session.store.getState().unsent > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        new URLSearchParams(nextLocation.search).get('view') !== 'review'),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked' || session === null) return;
    const leave = async () => {
      await session.flush();
      const { unsent } = session.store.getState();
      const agreed =
        unsent === 0 ||
        (await confirmDanger({
          title: '还有决定没有保存',
          content: `${String(unsent)} 行的决定没能保存到服务器，离开就丢了。仍要离开吗？`,
          okText: '离开',
          cancelText: '留下',
        }));
      if (agreed) blocker.proceed();
      else blocker.reset();
    };
    void leave();
  }, [blocker, session]);
}
