import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MarkingTables } from './schema-marking.ts';

/** Timestamps come out as Date; columns with a default may be left out of an insert. */
type Time = ColumnType<Date, Date | string, Date | string>;
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** bigint columns are parsed to number: none here passes 2^53. */
type Big = ColumnType<number, number | undefined, number>;

interface Users {
  id: string;
  name: string;
  name_key: string;
  country: string | null;
  phone: string | null;
  password_hash: string | null;
  sex: Generated<string>;
  image: Generated<string>;
  demo: Generated<boolean>;
  event_seq: Big;
  created_at: DefaultTime;
}
interface UserSessions {
  token_hash: Buffer;
  user_id: string;
  created_at: DefaultTime;
  seen_at: DefaultTime;
  expires_at: Time;
}
interface SocketTickets {
  ticket_hash: Buffer;
  user_id: string;
  session_hash: Buffer;
  expires_at: Time;
}
interface Captchas {
  t: string;
  answer: string;
  expires_at: Time;
}
interface SmsCodes {
  id: string;
  country: string;
  phone: string;
  purpose: string;
  code_hash: Buffer;
  tries: Generated<number>;
  used: Generated<boolean>;
  address: string;
  created_at: DefaultTime;
  expires_at: Time;
}
interface DeveloperOutbox {
  id: string;
  recipient: string;
  body: string;
  created_at: DefaultTime;
}
interface PasswordKeys {
  id: string;
  private_pem: string;
  created_at: DefaultTime;
}
interface UsedNonces {
  nonce: string;
  expires_at: Time;
}
interface Novels {
  id: string;
  creator_id: string;
  name: string;
  genre: string | null;
  state: Generated<'normal' | 'finished' | 'binned'>;
  state_before_bin: 'normal' | 'finished' | null;
  binned_at: Time | null;
  sync_data: Generated<boolean>;
  hot_keys: JSONColumnType<Record<string, string>, string | undefined>;
  chapter_count: Generated<number>;
  marked_chapter_count: Generated<number>;
  word_count: Big;
  role_count: Generated<number>;
  created_at: DefaultTime;
  edited_at: DefaultTime;
  edited_by: string | null;
}
interface NovelMembers {
  novel_id: string;
  user_id: string;
  flags: string;
  confirmed: Generated<boolean>;
  topped_at: Time | null;
  joined_at: DefaultTime;
}
interface Chapters {
  id: string;
  novel_id: string;
  position: number;
  name: string;
  revision: number;
  revision_id: string;
  word_count: number;
  line_count: number;
  unassigned_count: number;
  created_at: DefaultTime;
  edited_at: DefaultTime;
  edited_by: string | null;
  deleted_at: Time | null;
}
interface ChapterRevisions {
  id: string;
  chapter_id: string;
  number: number | null;
  kind: 'import' | 'save' | 'conflict';
  base_number: number | null;
  hash: string;
  html: string;
  word_count: number;
  line_count: number;
  unassigned_count: number;
  created_by: string | null;
  created_at: DefaultTime;
  /** Named revisions are kept for ever. */
  name: ColumnType<string | null, string | null | undefined, string | null>;
}
interface ChapterSaves {
  save_id: string;
  chapter_id: string;
  content_hash: string;
  revision_id: string;
  saved_at: Time;
}
interface ChapterRoleCounts {
  chapter_id: string;
  role_id: string;
  line_count: number;
  word_count: number;
}
interface ChapterLocks {
  chapter_id: string;
  fence: Big;
  user_id: string | null;
  editor_id: string | null;
  type: number | null;
  acquired_at: Time | null;
  active_at: Time | null;
  expires_at: Time | null;
}
interface RecentChapters {
  user_id: string;
  chapter_id: string;
  opened_at: Time;
}
interface Roles {
  id: string;
  novel_id: string;
  narration: Generated<boolean>;
  names: JSONColumnType<string[], string>;
  sex: Generated<string>;
  description: Generated<string>;
  cv: Generated<string>;
  crew_number: Generated<string>;
  style: JSONColumnType<Record<string, string>, string>;
  voice_id: Generated<string>;
  rate: Generated<number>;
  pitch: Generated<number>;
  /** When the voice, rate or pitch was last changed. */
  voiced_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  topped_at: Time | null;
  discarded_at: Time | null;
  created_at: DefaultTime;
}
interface RoleNames {
  novel_id: string;
  name_key: string;
  role_id: string;
}
interface Imports {
  id: string;
  novel_id: string;
  user_id: string;
  file_name: string;
  blob_key: string;
  options: JSONColumnType<Record<string, unknown>, string>;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  done: Generated<number>;
  total: number;
  message: string | null;
  created_at: DefaultTime;
  finished_at: Time | null;
}
interface Events {
  id: Generated<string>;
  name: string;
  data: JSONColumnType<Record<string, unknown>, string>;
  created_at: DefaultTime;
  relayed_at: Time | null;
}
interface UserEvents {
  user_id: string;
  seq: Big;
  type: number;
  data: JSONColumnType<Record<string, unknown>, string>;
  created_at: DefaultTime;
}
interface WorkerPresence {
  process_id: string;
  worker_ids: JSONColumnType<string[], string>;
  seen_at: DefaultTime;
}
interface Tasks {
  id: string;
  novel_id: string;
  user_id: string;
  request_key: string;
  state: 'quoted' | 'paid' | 'queued' | 'running' | 'partial' | 'done' | 'failed' | 'cancelled';
  characters: number;
  new_characters: number;
  coins: number;
  created_at: DefaultTime;
  finished_at: Time | null;
}
interface TaskItems {
  id: string;
  task_id: string;
  chapter_id: string;
  position: number;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'skipped'>;
  run_id: string | null;
  line_count: number;
  done_count: Generated<number>;
  rendered_count: Generated<number>;
  message: string | null;
  version_id: string | null;
}
interface SpeechSegments {
  novel_id: string;
  hash: string;
  blob_key: string;
  byte_offset: Big;
  samples: number;
  sample_rate: number;
  created_at: DefaultTime;
}
/** One spoken line of a stored audio version. */
export interface StoredSpokenLine {
  readonly hash: string;
  readonly lineId: string | null;
  readonly roleId: string;
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
  readonly startSample: number;
  readonly samples: number;
  readonly gapSamples: number;
}
interface AudioVersions {
  id: string;
  chapter_id: string;
  revision_id: string;
  task_item_id: string | null;
  number: number;
  current: boolean;
  sample_rate: number;
  samples: Big;
  lines: JSONColumnType<StoredSpokenLine[], string>;
  created_at: DefaultTime;
}
interface Exports {
  id: string;
  novel_id: string;
  chapter_id: string | null;
  user_id: string;
  request_key: string;
  format: 'mp3' | 'm4b';
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  run_id: string | null;
  done: Generated<number>;
  total: Generated<number>;
  message: string | null;
  file_name: string;
  blob_key: string | null;
  bytes: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: DefaultTime;
  finished_at: Time | null;
}

/** Every table of the database. */
export interface Database extends MarkingTables {
  users: Users;
  user_sessions: UserSessions;
  socket_tickets: SocketTickets;
  captchas: Captchas;
  sms_codes: SmsCodes;
  developer_outbox: DeveloperOutbox;
  password_keys: PasswordKeys;
  used_nonces: UsedNonces;
  novels: Novels;
  novel_members: NovelMembers;
  chapters: Chapters;
  chapter_revisions: ChapterRevisions;
  chapter_saves: ChapterSaves;
  chapter_role_counts: ChapterRoleCounts;
  chapter_locks: ChapterLocks;
  recent_chapters: RecentChapters;
  roles: Roles;
  role_names: RoleNames;
  imports: Imports;
  events: Events;
  user_events: UserEvents;
  worker_presence: WorkerPresence;
  tasks: Tasks;
  task_items: TaskItems;
  speech_segments: SpeechSegments;
  audio_versions: AudioVersions;
  exports: Exports;
}
