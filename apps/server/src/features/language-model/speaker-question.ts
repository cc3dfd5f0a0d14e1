/** A line whose speaker is in doubt. */
export interface SpeakerQuestion {
  /** Unique in its request; never sent to the model. */
  readonly id: string;
  readonly text: string;
  /** The text before the line; its end is used. */
  readonly before: string;
  /** The text after the line; its beginning is used. */
  readonly after: string;
  /** Main names of who may speak, best first; the first twenty are offered. */
  readonly candidates: readonly string[];
  /** Whom an adjacent frame (“X说”) names: an answer that says otherwise is not taken. */
  readonly framedSpeaker?: string | null | undefined;
}

/** Lines to ask about, in reading order, and under which conditions. */
export interface SpeakerRequest {
  readonly lines: readonly SpeakerQuestion[];
  /** Most that the request may cost, in 分; null for no limit. */
  readonly ceilingFen: number | null;
  /** Main name → the other names of the same character. */
  readonly aliases?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Sends [C0], [C1] … in place of the names of candidates and of `aliases`. */
  readonly anonymise?: boolean | undefined;
  /** Called after each batch: lines settled of all lines, and the cost so far in 分. */
  readonly onProgress?:
    ((progress: { readonly done: number; readonly total: number; readonly fen: number }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why a line has no answer. */
export type Unanswered = 'no-candidates' | 'unusable' | 'contradiction' | StopCode;

/** What became of one line: an index into its candidates (null: none of these), or a reason in Chinese. */
export type SpeakerAnswer =
  | { readonly id: string; readonly outcome: 'answered'; readonly index: number | null }
  | {
      readonly id: string;
      readonly outcome: 'unanswered';
      readonly code: Unanswered;
      readonly reason: string;
    };

/** Why a request ended before all lines were asked. */
export type StopCode = 'ceiling' | 'cancelled' | 'failed' | 'useless';

/** The end of a request before its time, with a reason in Chinese. */
export interface Stop {
  readonly code: StopCode;
  readonly reason: string;
}

/** What the requests to the model took. */
export interface ModelUsage {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost in 分, not rounded. */
  readonly fen: number;
  /** True when a reply was lost or did not say what it took: its upper bound was counted. */
  readonly estimated: boolean;
}

/** Every line of the request exactly once, in its order, and what it took. */
export interface SpeakerAnswers {
  readonly answers: readonly SpeakerAnswer[];
  readonly usage: ModelUsage;
  /** Null when every line was asked. */
  readonly stopped: Stop | null;
  /** How often which flaw was found in the replies. */
  readonly flaws: Readonly<Record<string, number>>;
}

/** What asking would take, before anything is sent. */
export interface ModelEstimate {
  readonly requests: number;
  /** UTF-16 units of all prompts. */
  readonly characters: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** 分 when every line is answered the first time: above what was measured on Chinese novels. */
  readonly fen: number;
  /** 分 when every line is asked twice and every byte is a token: only lost replies can cost more. */
  readonly fenAtMost: number;
}
