import type { AnswerOf, contract } from '@huaben/contract';
import type { ChapterRow } from './chapter.store.ts';

type Chapter = AnswerOf<(typeof contract.chapter)['chapterInfo']>;
type Holder = NonNullable<Chapter['lock']>;

/** The holder of a chapter's live lock, told to a user. */
export function holderOf(row: ChapterRow, userId: string): Holder | null {
  if (row.holder_id === null || row.holder_name === null || row.acquired_at === null) return null;
  return {
    userId: row.holder_id,
    userName: row.holder_name,
    mine: row.holder_id === userId,
    since: row.acquired_at.toISOString(),
    idleSeconds: Math.max(0, row.idle_seconds),
    type: row.lock_type === 2 ? 2 : 1,
  };
}

/** Whether the chapter has sound, and whether text or voices changed after it was made. */
function audioStateOf(row: ChapterRow): Chapter['audio'] {
  if (row.audio_revision_id === null) return 'none';
  return row.audio_revision_id === row.revision_id && !row.voices_changed ? 'current' : 'stale';
}

/** A chapter's row as the wire's chapter. */
export const chapterOf = (row: ChapterRow, userId: string): Chapter => ({
  id: row.id,
  productId: row.novel_id,
  name: row.name,
  sort: row.position,
  chapterUrlId: row.revision_id,
  revision: row.revision,
  wordCount: row.word_count,
  lineCount: row.line_count,
  unassignedCount: row.unassigned_count,
  createTime: row.created_at.toISOString(),
  editTime: row.edited_at.toISOString(),
  lastEditor: row.editor_name ?? '',
  lock: holderOf(row, userId),
  audio: audioStateOf(row),
});

const minutes = (seconds: number): string =>
  seconds < 60 ? '不到 1 分钟' : `${Math.floor(seconds / 60)} 分钟`;

/** The sentence for whoever meets a lock: who, since when, how idle, what to do. */
export const lockedMessage = (row: ChapterRow, holder: Holder): string =>
  `《${row.name}》正由${holder.mine ? '你在另一个页面' : `“${holder.userName}”`}编辑（闲置 ${minutes(holder.idleSeconds)}），请稍后再试，或只读打开`;
