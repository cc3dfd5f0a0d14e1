import type { AnswerOf, contract } from '@huaben/contract';
import type { ExportRow } from './export.store.ts';

/** An export on the wire; `done` and `total` count spoken lines. */
export const wireExport = (row: ExportRow): AnswerOf<(typeof contract.export)['startExport']> => ({
  id: row.id,
  productId: row.novel_id,
  chapterId: row.chapter_id,
  format: row.format,
  fileName: row.file_name,
  bytes: row.bytes,
  createTime: row.created_at.toISOString(),
  state: row.state,
  done: row.done,
  total: row.total,
  message: row.message,
});
