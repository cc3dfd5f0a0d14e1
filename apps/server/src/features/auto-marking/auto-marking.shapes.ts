import type { AnswerOf, contract } from '@huaben/contract';
import type { TaskRow } from './task.store.ts';

type WireTask = AnswerOf<(typeof contract)['autoMarking']['listMarkingTasks']>['list'][number];

/** A task's row on the wire. */
export const wireTask = (row: TaskRow): WireTask => ({
  id: row.id,
  invokeId: row.invoke_id,
  productId: row.novel_id,
  chapterId: row.chapter_id,
  chapterName: row.chapter_name,
  userName: row.user_name,
  mode: row.mode,
  preview: row.preview,
  threshold: row.threshold,
  state: row.state,
  counts: row.counts,
  message: row.message,
  createTime: row.created_at.toISOString(),
  startTime: row.started_at?.toISOString() ?? null,
  finishTime: row.finished_at?.toISOString() ?? null,
  chapterUrlId: row.revision_id,
  snapshot:
    row.snapshot_id === null ? null : { chapterUrlId: row.snapshot_id, name: row.snapshot_name ?? '' },
});
