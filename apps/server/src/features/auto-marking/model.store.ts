import type { Trx } from '../../platform/db/database.ts';

/** Lines of chapters (all chapters of the novel if none are named) that have no role, or all their lines. */
export async function linesToMark(
  trx: Trx,
  novelId: string,
  chapterIds: readonly string[] | undefined,
  mode: 'blank' | 'chapter',
): Promise<number> {
  let query = trx
    .selectFrom('chapters')
    .select((eb) =>
      eb.fn.sum<string | null>(mode === 'blank' ? 'unassigned_count' : 'line_count').as('lines'),
    )
    .where('novel_id', '=', novelId)
    .where('deleted_at', 'is', null);
  if (chapterIds !== undefined) query = query.where('id', 'in', [...chapterIds]);
  return Number((await query.executeTakeFirst())?.lines ?? 0);
}
