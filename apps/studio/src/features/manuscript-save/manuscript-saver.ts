import { refusals } from '@huaben/contract';
import { chapterMarkerOf, contentHash } from '@huaben/manuscript';
import type { Draft } from './draft-store.ts';
import { draftPlace } from './draft-store.ts';
import { saveFailure } from './save-failure.ts';
import { isUnsaved, openedAt, stepSave } from './save-machine.ts';
import type { Attempt, SaveEffect, SaveEvent, SaveState } from './save-machine.ts';

/** Milliseconds between the first unsaved edit and the save nobody asked for. */
export const autosaveMs = 20_000;
const draftMs = 700;
const saveBaseMs = 10_000;
const saveMsPerCharacter = 0.02;

/** What one save sends. */
export type SaveRequest = {
  readonly chapterId: string;
  readonly editorId: string;
  readonly fence: number;
  readonly baseRevision: number;
  readonly saveId: string;
  readonly contentHash: string;
};

/** What the server answers. */
export type Saved = {
  readonly revision: number;
  readonly chapterUrlId: string;
  readonly savedAt: string;
  readonly wordCount: number;
  readonly lineCount: number;
  readonly unassignedCount: number;
};

/** What a saver needs from its surroundings. */
export type SaverPorts = {
  readonly userId: string;
  readonly chapterId: string;
  readonly editorId: string;
  readonly revision: number;
  readonly fence: () => number;
  /** The text on screen as Manuscript HTML, with the marker of the chapter that it was loaded from. */
  readonly content: () => string;
  readonly send: (request: SaveRequest, html: string, signal: AbortSignal) => Promise<Saved>;
  readonly keepDraft: (draft: Draft) => Promise<void>;
  readonly forgetDraft: (key: string, version: number) => Promise<void>;
  readonly newSaveId: () => string;
  readonly now: () => number;
  readonly onChange: (state: SaveState) => void;
  readonly onSaved: (saved: Saved) => void;
  /** The browser keeps (true) or refuses (false) drafts. */
  readonly onDraft: (kept: boolean) => void;
};

/** Saves one chapter of one page. */
export type Saver = {
  readonly state: () => SaveState;
  readonly apply: (event: SaveEvent) => void;
  /** The text changed. */
  readonly edited: () => void;
  /** Save now, if there is anything to save. */
  readonly save: () => void;
  /** Writes the draft now. */
  readonly flushDraft: () => Promise<void>;
  /** Resolves when everything is saved, saving is blocked, or the time (in milliseconds) is up. */
  readonly settled: (withinMs: number) => Promise<void>;
  readonly draftKey: string;
  readonly stop: () => void;
};

/** Runs the save machine: timers, requests and drafts around {@link stepSave}. */
export function createSaver(ports: SaverPorts): Saver {
  const place = draftPlace(ports.userId, ports.chapterId);
  const draftKey = `${place}|${ports.editorId}`;
  let state = openedAt(ports.revision);
  let autosave: ReturnType<typeof setTimeout> | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let draftTimer: ReturnType<typeof setTimeout> | null = null;
  let stopped = false;
  const waiters: (() => void)[] = [];
  /** The content of the attempt under way: a repeat must send the very same. */
  let attemptHtml: { readonly saveId: string; readonly html: string; readonly hash: string } | null = null;

  const apply = (event: SaveEvent): void => {
    if (stopped) return;
    const [next, effects] = stepSave(state, event);
    state = next;
    for (const effect of effects) run(effect);
    if (isSettled()) for (const waiter of waiters.splice(0)) waiter();
    ports.onChange(state);
  };

  const isSettled = () => !isUnsaved(state) || state.problem !== null;

  const run = (effect: SaveEffect): void => {
    switch (effect.type) {
      case 'startTimer':
        autosave ??= setTimeout(() => {
          autosave = null;
          apply({ type: 'timer', saveId: ports.newSaveId() });
        }, autosaveMs);
        return;
      case 'stopTimer':
        if (autosave !== null) clearTimeout(autosave);
        autosave = null;
        return;
      case 'askAgain':
        return apply({ type: 'asked', saveId: ports.newSaveId() });
      case 'forgetDraft':
        void ports.forgetDraft(draftKey, effect.version).catch(() => undefined);
        return;
      case 'send':
        if (effect.afterMs === 0) return void send(effect.attempt);
        retry = setTimeout(() => void send(effect.attempt), effect.afterMs);
        return;
    }
  };

  const send = async (attempt: Attempt): Promise<void> => {
    if (stopped || state.attempt?.saveId !== attempt.saveId) return;
    const { saveId, baseRevision } = attempt;
    if (attemptHtml?.saveId !== saveId) {
      const html = ports.content();
      attemptHtml = { saveId, html, hash: contentHash(html) };
    }
    const { html, hash } = attemptHtml;
    if (chapterMarkerOf(html) !== ports.chapterId) {
      const problem = { kind: 'mismatch', message: refusals.CHAPTER_ID_MISMATCH.text } as const;
      return apply({ type: 'refused', saveId, problem });
    }
    const { chapterId, editorId } = ports;
    const request = { chapterId, editorId, fence: ports.fence(), baseRevision, saveId, contentHash: hash };
    try {
      const saved = await ports.send(
        request,
        html,
        AbortSignal.timeout(Math.ceil(saveBaseMs + saveMsPerCharacter * html.length)),
      );
      if (state.attempt?.saveId === saveId) ports.onSaved(saved);
      apply({ type: 'confirmed', saveId, revision: saved.revision, savedAt: saved.savedAt });
    } catch (error) {
      const failure = saveFailure(error);
      apply(
        failure === 'unanswered'
          ? { type: 'unanswered', saveId }
          : { type: 'refused', saveId, problem: failure },
      );
    }
  };

  const flushDraft = async (): Promise<void> => {
    if (draftTimer !== null) clearTimeout(draftTimer);
    draftTimer = null;
    if (state.edits === state.saved) return;
    const { userId, chapterId } = ports;
    const draft = { key: draftKey, place, userId, chapterId, baseRevision: state.revision };
    try {
      await ports.keepDraft({
        ...draft,
        version: state.edits,
        html: ports.content(),
        writtenAt: ports.now(),
      });
      ports.onDraft(true);
    } catch {
      ports.onDraft(false);
    }
  };

  return {
    state: () => state,
    apply,
    draftKey,
    flushDraft,
    edited() {
      apply({ type: 'edited' });
      draftTimer ??= setTimeout(() => void flushDraft(), draftMs);
    },
    save: () => apply({ type: 'asked', saveId: ports.newSaveId() }),
    settled: (withinMs) =>
      new Promise((resolve) => {
        if (isSettled()) return resolve();
        waiters.push(resolve);
        setTimeout(resolve, withinMs);
      }),
    stop() {
      stopped = true;
      for (const timer of [autosave, retry, draftTimer]) if (timer !== null) clearTimeout(timer);
    },
  };
}
