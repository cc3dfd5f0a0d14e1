import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** A found character as the marking of the novel uses it. */
export interface StoredDiscoveredName {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly sex: 'male' | 'female' | null;
  readonly mentions: number;
  readonly speaks: number;
  /** Lines that it probably speaks; only counted when a roster was asked for. */
  readonly lines?: number;
}
/** A possible speaker of a line in the review queue; its role is the one of the marking's moment. */
export interface StoredCandidate {
  readonly roleId: string | null;
  readonly name: string;
  readonly kind: 'person' | 'anonymous' | 'group' | 'not-dialogue';
  readonly probability: number;
}
/** A line's mark as a preview shows it. */
export interface StoredMark {
  readonly roleId: string | null;
  readonly name: string;
  readonly origin: 'human' | 'rule' | 'model';
  readonly confidence: number | null;
}
/** What a preview would do to one line. */
export interface StoredChange {
  readonly lineId: string;
  readonly text: string;
  readonly before: StoredMark | null;
  readonly after: StoredMark | null;
  readonly queued: boolean;
  readonly candidates: readonly StoredCandidate[];
}
/** What the language model said of one line, kept until its chapter is stored. */
export interface StoredModelAnswer {
  /** Fingerprint of what it was asked. */
  readonly question: string;
  /** The candidate it chose; null for none of them or no usable answer. */
  readonly name: string | null;
  /** Why its answer is not used. */
  readonly reason: string | null;
}
interface MarkingInvokes {
  id: string;
  novel_id: string;
  user_id: string;
  kind: 'mark' | 'roster';
  chapter_ids: JSONColumnType<string[], string | undefined>;
  state: Generated<'waiting' | 'done' | 'failed'>;
  run_id: ColumnType<string | null, string | null | undefined, string | null>;
  discovered: JSONColumnType<StoredDiscoveredName[] | null, string | null | undefined, string | null>;
  /** Most that the language model may cost, in 分; null when it is not used. */
  model_ceiling: ColumnType<number | null, number | null | undefined, number | null>;
  /** What it cost so far, with the bound of a request that is under way, in 分. */
  model_spent: Generated<number>;
  /** Why the rest of the run does without it. */
  model_stopped: ColumnType<string | null, string | null | undefined, string | null>;
  message: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
interface MarkingTasks {
  id: string;
  invoke_id: string;
  novel_id: string;
  chapter_id: string;
  user_id: string;
  position: number;
  mode: 'blank' | 'selection' | 'chapter';
  preview: boolean;
  threshold: number;
  line_ids: JSONColumnType<string[] | null, string | null | undefined, string | null>;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  /** How often it was put off because people kept saving its chapter. */
  put_off: Generated<number>;
  counts: JSONColumnType<
    {
      lines: number;
      marked: number;
      queued: number;
      human: number;
      kept: number;
      notDialogue: number;
    } | null,
    string | null | undefined,
    string | null
  >;
  model_answers: JSONColumnType<
    Record<string, StoredModelAnswer> | null,
    string | null | undefined,
    string | null
  >;
  changes: JSONColumnType<StoredChange[] | null, string | null | undefined, string | null>;
  message: ColumnType<string | null, string | null | undefined, string | null>;
  revision_id: ColumnType<string | null, string | null | undefined, string | null>;
  snapshot_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
interface MarkingSuggestions {
  chapter_id: string;
  line_id: string;
  position: number;
  text: string;
  before: string;
  after: string;
  evidence: JSONColumnType<
    { text: string; from: number; to: number } | null,
    string | null | undefined,
    string | null
  >;
  candidates: JSONColumnType<StoredCandidate[], string>;
  confidence: number;
  category: 'explicit' | 'implicit' | 'latent' | 'not-dialogue';
  /** Why the language model did not settle it. */
  reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the line is without a role in the revision that marking_queues names. */
  open: boolean;
  /** What a person decided in the queue: a role id or narration. */
  decided_role: ColumnType<string | null, string | null | undefined, string | null>;
}
interface MarkingQueues {
  chapter_id: string;
  revision_id: string;
}

/** The tables of automatic marking. */
export interface MarkingTables {
  marking_invokes: MarkingInvokes;
  marking_tasks: MarkingTasks;
  marking_suggestions: MarkingSuggestions;
  marking_queues: MarkingQueues;
}
