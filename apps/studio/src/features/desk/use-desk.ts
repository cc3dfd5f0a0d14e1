import { useBlocker } from 'react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { narrationClassName } from '@huaben/contract';
import { parseManuscript } from '@huaben/manuscript';
import type { RosterEntry } from '@huaben/casting';
import { palettes, useTheme } from '../../app/theme.ts';
import { mountEditor } from '../../editor/mount-editor.ts';
import { newUuid } from '../../editor/new-id.ts';
import { manuscriptFigures } from '../../editor/page-figures.ts';
import { parseRoleStyle, styleOnPage } from '../../editor/role-sheet.ts';
import { api, failureText } from '../../lib/api.ts';
import { keys, queryClient } from '../../lib/queries.ts';
import { setUnsaved } from '../../lib/unsaved.ts';
import { confirmDanger, toast } from '../../ui/index.ts';
import { createRole, mainName, roleNames } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import { startCasting } from '../casting/index.ts';
import type { CastingClient } from '../casting/index.ts';
import { createSaver, forgetDraft, isUnsaved, keepDraft, openedAt } from '../manuscript-save/index.ts';
import type { Saver } from '../manuscript-save/index.ts';
import { DeskSession, isOwnEdit } from './desk-session.ts';
import { createDeskStore } from './desk-state.ts';
import type { DeskStore } from './desk-state.ts';
import type { useChapterLock } from './chapter-lock.ts';

/** After a mark suggestions follow at once; while somebody types they wait for a pause. */
const castingDelayMs = { mark: 500, typing: 3000 } as const;
const leaveWaitMs = 10_000;

/** Everything that is alive while a chapter is open. */
export type LiveDesk = {
  readonly store: DeskStore;
  readonly session: DeskSession;
  readonly saver: Saver;
  /** Replaces the whole text as one undoable edit. Throws ManuscriptError. */
  readonly putHtml: (html: string) => void;
  readonly focus: () => void;
};

/** What opens a desk. */
export type DeskInput = {
  readonly novelId: string;
  readonly chapterId: string;
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly html: string;
  readonly revision: number;
  readonly lock: ReturnType<typeof useChapterLock>;
};

/** A role list as the casting wants it. */
export function rosterOf(roles: readonly Role[]): RosterEntry[] {
  return roles
    .filter((role) => role.id !== narrationClassName)
    .map((role) => ({ roleId: role.id, names: roleNames(role), sex: role.sex === '' ? null : role.sex }));
}

/** Mounts the editor into the returned host and keeps saving, casting and colours going while it stands. */
export function useDesk(input: DeskInput) {
  const { theme } = useTheme();
  const { novelId, chapterId, userId, html, revision, lock } = input;
  const host = useRef<HTMLDivElement>(null);
  const [desk, setDesk] = useState<LiveDesk | null>(null);
  const latest = useRef({ ...input, theme });
  useEffect(() => {
    latest.current = { ...input, theme };
  });
  const repaint = useRef<() => void>(() => undefined);
  const { fence, finish, hasUnsaved } = lock;

  useEffect(() => {
    const place = host.current;
    if (place === null) return;
    const held = () => {
      const { lock: now } = latest.current.lock;
      return now.kind === 'held' ? now : null;
    };
    const editorId = held()?.editorId ?? newUuid();
    const colours = () => palettes[latest.current.theme];
    const parsed = parseManuscript(html);
    const store = createDeskStore({ stats: manuscriptFigures(parsed.doc).stats, save: openedAt(revision) });
    let castingTimer: ReturnType<typeof setTimeout> | null = null;
    let casting: CastingClient | null = null;

    const askCasting = (after: keyof typeof castingDelayMs = 'mark') => {
      if (castingTimer !== null) {
        if (after === 'typing') return;
        clearTimeout(castingTimer);
      }
      castingTimer = setTimeout(() => {
        castingTimer = null;
        casting?.ask(session.paragraphsToAsk(), rosterOf(latest.current.roles));
      }, castingDelayMs[after]);
    };
    const editor = mountEditor(place, {
      html,
      roles: latest.current.roles,
      colours: colours(),
      typing: false,
      ownUndo: false,
      onEdit: (transaction) => {
        if (isOwnEdit(transaction)) session.textEdited();
        saver.edited();
      },
      onSettle: ({ docChanged }) => {
        session.refresh();
        if (docChanged) askCasting('typing');
      },
    });
    const saver = createSaver({
      userId,
      chapterId,
      editorId,
      revision,
      fence: () => fence.current,
      content: () => session.html(),
      send: (request, text, signal) =>
        api.manuscriptSave.saveManuscript(request, { file: new Blob([text], { type: 'text/html' }) }, signal),
      keepDraft,
      forgetDraft,
      newSaveId: newUuid,
      now: () => Date.now(),
      onChange: (save) => {
        store.setState({ save });
        setUnsaved(`desk/${editorId}`, isUnsaved(save));
      },
      onSaved: (saved) => {
        const { wordCount, lineCount, unassignedCount, chapterUrlId } = saved;
        queryClient.setQueryData<{ id: string }[]>(keys.chapters(novelId), (list) =>
          list?.map((one) =>
            one.id === chapterId
              ? { ...one, wordCount, lineCount, unassignedCount, chapterUrlId, revision: saved.revision }
              : one,
          ),
        );
      },
      onDraft: (kept) => {
        if (kept === store.getState().draftRefused) store.setState({ draftRefused: !kept });
      },
    });
    const session = new DeskSession({
      editor,
      store,
      chapterId: parsed.chapterId,
      mayEdit: () => held() !== null && latest.current.lock.loss === null,
      colourOf: (roleId) => {
        const role = latest.current.roles.find((one) => one.id === roleId);
        return role === undefined ? null : styleOnPage(parseRoleStyle(role.style), colours()).color;
      },
      roleName: (roleId) => {
        // The cache knows a role made just now before the next render does.
        const cast = queryClient.getQueryData<Role[]>(keys.roles(novelId)) ?? latest.current.roles;
        const role = cast.find((one) => one.id === roleId);
        return role === undefined ? '已废弃的角色' : mainName(role);
      },
      createRole: async (candidate) => {
        // Suggestions may be older than the cast: the name may have become a role meanwhile.
        const cast = queryClient.getQueryData<Role[]>(keys.roles(novelId)) ?? latest.current.roles;
        const existing = cast.find((role) => roleNames(role).includes(candidate.name));
        if (existing !== undefined) return existing.id;
        const found = store.getState().discovered.find((one) => one.name === candidate.name);
        try {
          const { role, edit } = await createRole(novelId, {
            names: [candidate.name, ...(found?.aliases ?? [])],
            sex: found?.sex ?? '',
            description: '',
            cv: '',
            style: null,
          });
          session.record(edit);
          return role.id;
        } catch (error) {
          toast.error(failureText(error));
          return null;
        }
      },
      askCasting,
    });
    repaint.current = () => {
      editor.setRoles(latest.current.roles, colours());
      session.paintLines();
      askCasting();
    };
    casting = startCasting(
      (answer) => session.takeAnswer(answer),
      () => store.setState({ casting: 'failed' }),
    );
    casting.ask(session.paragraphsToAsk(), rosterOf(latest.current.roles));
    session.refresh();

    const onHidden = () => {
      if (document.visibilityState !== 'hidden') return;
      void saver.flushDraft();
      saver.save();
    };
    const onBlur = () => saver.save();
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isUnsaved(saver.state())) return;
      void saver.flushDraft();
      saver.save();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('blur', onBlur);
    addEventListener('beforeunload', onBeforeUnload);
    hasUnsaved.current = () => isUnsaved(saver.state());
    const finishThis = async () => {
      void saver.flushDraft();
      saver.save();
      await saver.settled(leaveWaitMs);
      saver.stop();
    };
    finish.current = finishThis;
    editor.view.focus();
    setDesk({
      store,
      session,
      saver,
      putHtml: (text) => {
        const { view } = editor;
        view.dispatch(
          view.state.tr.replaceWith(0, view.state.doc.content.size, parseManuscript(text).doc.content),
        );
      },
      focus: () => editor.view.focus(),
    });
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('blur', onBlur);
      removeEventListener('beforeunload', onBeforeUnload);
      if (castingTimer !== null) clearTimeout(castingTimer);
      casting?.stop();
      // The lock's own clean-up may have called it already; saving twice sends once.
      void finishThis();
      setUnsaved(`desk/${editorId}`, false);
      editor.destroy();
    };
  }, [novelId, chapterId, userId, html, revision, fence, finish, hasUnsaved]);

  useEffect(() => repaint.current(), [input.roles, theme]);

  const { loss } = lock;
  useEffect(() => {
    if (desk === null) return;
    desk.session.permit();
    if (loss === null) return;
    void desk.saver.flushDraft();
    desk.saver.apply({ type: 'blocked', problem: { kind: 'lock-lost', message: loss.message } });
  }, [desk, loss]);

  useLeaveGuard(desk);
  return useMemo(() => ({ host, desk }), [desk]);
}

/** Leaving within the studio saves first; what cannot be saved is asked about. */
function useLeaveGuard(desk: LiveDesk | null): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      desk !== null && currentLocation.pathname !== nextLocation.pathname && isUnsaved(desk.saver.state()),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked' || desk === null) return;
    const leave = async () => {
      await desk.saver.flushDraft();
      desk.saver.save();
      await desk.saver.settled(leaveWaitMs);
      const unsaved = isUnsaved(desk.saver.state());
      const agreed =
        !unsaved ||
        (await confirmDanger({
          title: '关闭提示',
          content: '还有改动没能保存到服务器，已留在本机草稿，下次打开这一章时可以恢复。仍要离开吗？',
          okText: '离开',
          cancelText: '留下',
        }));
      if (agreed) blocker.proceed();
      else blocker.reset();
    };
    void leave();
  }, [blocker, desk]);
}
