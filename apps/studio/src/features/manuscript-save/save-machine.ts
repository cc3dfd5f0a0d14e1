/** Why saving stands still until somebody decides. */
export type SaveProblem = {
  /** stale: stored elsewhere meanwhile; lock-lost: another page or person edits; mismatch: another chapter's text; refused: anything else. */
  readonly kind: 'stale' | 'lock-lost' | 'mismatch' | 'refused';
  readonly message: string;
};

/** One content on its way. It keeps its id until the server has answered, so that a repeat is recognised. */
export type Attempt = { readonly saveId: string; readonly version: number; readonly baseRevision: number };

/** Everything about saving one chapter. Versions count the edits of this page. */
export type SaveState = {
  readonly edits: number;
  /** The newest version that the server has confirmed. */
  readonly saved: number;
  readonly revision: number;
  readonly attempt: Attempt | null;
  /** Times that the attempt went unanswered. */
  readonly tries: number;
  readonly timerRuns: boolean;
  /** A save was asked for while another was on its way. */
  readonly again: boolean;
  readonly problem: SaveProblem | null;
  /** When the server stored it, ISO 8601. */
  readonly savedAt: string | null;
};

/** What happens to a chapter. `saveId` is a fresh UUID, used if an attempt begins. */
export type SaveEvent =
  | { readonly type: 'edited' }
  | { readonly type: 'asked'; readonly saveId: string }
  | { readonly type: 'timer'; readonly saveId: string }
  | {
      readonly type: 'confirmed';
      readonly saveId: string;
      readonly revision: number;
      readonly savedAt: string;
    }
  | { readonly type: 'unanswered'; readonly saveId: string }
  | { readonly type: 'refused'; readonly saveId: string; readonly problem: SaveProblem }
  /** Outside a save: the lock went, or the page expired. */
  | { readonly type: 'blocked'; readonly problem: SaveProblem }
  /** The lock is held again and the text is to stand on `revision`. */
  | { readonly type: 'resumed'; readonly revision: number }
  /** The server's content replaced the text on screen. */
  | { readonly type: 'replaced'; readonly revision: number };

/** What the driver has to do, in order. */
export type SaveEffect =
  | { readonly type: 'startTimer' }
  | { readonly type: 'stopTimer' }
  | { readonly type: 'send'; readonly attempt: Attempt; readonly afterMs: number }
  | { readonly type: 'askAgain' }
  | { readonly type: 'forgetDraft'; readonly version: number };

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** A freshly opened chapter. */
export function openedAt(revision: number): SaveState {
  return {
    edits: 0,
    saved: 0,
    revision,
    attempt: null,
    tries: 0,
    timerRuns: false,
    again: false,
    problem: null,
    savedAt: null,
  };
}

/** Milliseconds before repeating an attempt that went unanswered `tries` times: 1, 2, 4 … 30 s. */
export function retryDelay(tries: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, tries - 1));
}

/** Whether the server lacks something that is on screen. */
export const isUnsaved = (state: SaveState): boolean => state.edits > state.saved;

type Step = readonly [SaveState, readonly SaveEffect[]];

/**
 * The save machine. One attempt at a time; an unanswered one is repeated with the same id and content until the
 * server has said yes or no, because it may have been stored although the answer was lost.
 */
export function stepSave(state: SaveState, event: SaveEvent): Step {
  switch (event.type) {
    case 'edited': {
      const edited = { ...state, edits: state.edits + 1, problem: lastingProblem(state) };
      if (edited.timerRuns || edited.problem !== null) return [edited, []];
      return [{ ...edited, timerRuns: true }, [{ type: 'startTimer' }]];
    }
    case 'timer':
      return begin({ ...state, timerRuns: false }, event.saveId, []);
    case 'asked':
      return begin(
        { ...state, timerRuns: false, problem: lastingProblem(state) },
        event.saveId,
        state.timerRuns ? [{ type: 'stopTimer' }] : [],
      );
    case 'confirmed':
      return event.saveId === state.attempt?.saveId ? confirmed(state, state.attempt, event) : [state, []];
    case 'unanswered': {
      const { attempt } = state;
      if (attempt === null || attempt.saveId !== event.saveId) return [state, []];
      const tries = state.tries + 1;
      return [{ ...state, tries }, [{ type: 'send', attempt, afterMs: retryDelay(tries) }]];
    }
    case 'refused':
      return event.saveId === state.attempt?.saveId ? block(state, event.problem) : [state, []];
    case 'blocked':
      return block(state, event.problem);
    case 'resumed': {
      const resumed = {
        ...state,
        problem: null,
        revision: event.revision,
        attempt: null,
        tries: 0,
        again: false,
      };
      return [resumed, isUnsaved(resumed) ? [{ type: 'askAgain' }] : []];
    }
    case 'replaced': {
      const stop: SaveEffect[] = state.timerRuns ? [{ type: 'stopTimer' }] : [];
      return [{ ...openedAt(event.revision), edits: state.edits, saved: state.edits }, stop];
    }
  }
}

/** A refusal may have gone with its reason (a shorter text, a reopened novel); the other problems need a decision. */
function lastingProblem(state: SaveState): SaveProblem | null {
  return state.problem?.kind === 'refused' ? null : state.problem;
}

function begin(state: SaveState, saveId: string, before: readonly SaveEffect[]): Step {
  if (state.problem !== null || !isUnsaved(state)) return [state, before];
  if (state.attempt !== null) return [{ ...state, again: true }, before];
  const attempt: Attempt = { saveId, version: state.edits, baseRevision: state.revision };
  return [{ ...state, attempt, tries: 0 }, [...before, { type: 'send', attempt, afterMs: 0 }]];
}

function confirmed(
  state: SaveState,
  attempt: Attempt,
  answer: { readonly revision: number; readonly savedAt: string },
): Step {
  const next: SaveState = {
    ...state,
    attempt: null,
    tries: 0,
    again: false,
    saved: attempt.version,
    revision: answer.revision,
    savedAt: answer.savedAt,
  };
  const effects: SaveEffect[] = [{ type: 'forgetDraft', version: attempt.version }];
  if (!isUnsaved(next)) return [next, effects];
  if (state.again) return [next, [...effects, { type: 'askAgain' }]];
  return next.timerRuns
    ? [next, effects]
    : [{ ...next, timerRuns: true }, [...effects, { type: 'startTimer' }]];
}

function block(state: SaveState, problem: SaveProblem): Step {
  const blocked = { ...state, attempt: null, tries: 0, again: false, timerRuns: false, problem };
  return [blocked, state.timerRuns ? [{ type: 'stopTimer' }] : []];
}
