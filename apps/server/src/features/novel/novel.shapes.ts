import type { AnswerOf, contract } from '@huaben/contract';
import { genres } from '@huaben/contract';
import { abilities } from '@huaben/domain';
import type { NovelRow } from './novel.store.ts';

type Novel = AnswerOf<(typeof contract.novel)['novelInfo']>;

/** A novel's row as the wire's novel. */
export const novelOf = (row: NovelRow): Novel => ({
  id: row.id,
  name: row.name,
  genre: genres.find((genre) => genre === row.genre) ?? null,
  isOver: row.state === 'finished' || (row.state === 'binned' && row.state_before_bin === 'finished') ? 1 : 0,
  topped: row.topped_at === null ? 0 : 1,
  syncData: row.sync_data ? 1 : 0,
  narrator: row.narrator ?? '',
  authority: row.flags,
  chapterCount: row.chapter_count,
  markedChapterCount: row.marked_chapter_count,
  wordCount: row.word_count,
  roleCount: row.role_count,
  createTime: row.created_at.toISOString(),
  editTime: row.edited_at.toISOString(),
  lastEditor: row.editor_name ?? '',
  delTime: row.binned_at?.toISOString() ?? null,
  can: abilities({ flags: row.flags, state: row.state }),
});
