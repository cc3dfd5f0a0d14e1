import { narrationDecision } from '@huaben/contract';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { MarkingTables } from '../../platform/db/schema-marking.ts';
import { roleNameKey } from '../cast/index.ts';
import type { QueuedLine } from './mark-chapter.ts';

/** A line of the review queue with its chapter. */
export type QueueRow = Selectable<MarkingTables['marking_suggestions']> & { readonly chapter_name: string };

/** A line without a role in some revision. */
export interface OpenLine {
  readonly lineId: string;
  readonly text: string;
}

/** Puts lines into the queue, anew where they were in it before. */
export async function putIntoQueue(trx: Trx, chapterId: string, lines: readonly QueuedLine[]): Promise<void> {
  // A statement takes at most 65,535 parameters.
  for (let start = 0; start < lines.length; start += 1000) {
    await trx
      .insertInto('marking_suggestions')
      .values(
        lines.slice(start, start + 1000).map((line) => ({
          chapter_id: chapterId,
          line_id: line.lineId,
          position: line.position,
          text: line.text,
          before: line.before,
          after: line.after,
          evidence: line.evidence === null ? null : JSON.stringify(line.evidence),
          candidates: JSON.stringify(line.candidates),
          confidence: line.confidence,
          category: line.category,
          reason: line.reason,
          open: true,
        })),
      )
      .onConflict((oc) =>
        oc.columns(['chapter_id', 'line_id']).doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          text: eb.ref('excluded.text'),
          before: eb.ref('excluded.before'),
          after: eb.ref('excluded.after'),
          evidence: eb.ref('excluded.evidence'),
          candidates: eb.ref('excluded.candidates'),
          confidence: eb.ref('excluded.confidence'),
          category: eb.ref('excluded.category'),
          reason: eb.ref('excluded.reason'),
          open: true,
          decided_role: null,
        })),
      )
      .execute();
  }
}

/** Brings a chapter's queue to a revision: open is what has no role in it. */
export async function settleQueue(
  trx: Trx,
  chapterId: string,
  revisionId: string,
  open: readonly OpenLine[],
): Promise<void> {
  const ids = open.map(({ lineId }) => lineId);
  const texts = open.map(({ text }) => text);
  await sql`
    update marking_suggestions s
    set open = o.text is not null, text = coalesce(o.text, s.text)
    from marking_suggestions t
    left join unnest(${ids}::text[], ${texts}::text[]) as o(line_id, text) on o.line_id = t.line_id
    where t.chapter_id = ${chapterId} and s.chapter_id = t.chapter_id and s.line_id = t.line_id
      and (s.open is distinct from (o.text is not null) or o.text <> s.text)`.execute(trx);
  await trx
    .insertInto('marking_queues')
    .values({ chapter_id: chapterId, revision_id: revisionId })
    .onConflict((oc) => oc.column('chapter_id').doUpdateSet({ revision_id: revisionId }))
    .execute();
}

/** Chapters that were saved since their queue was settled, a few at a time. */
export function unsettledChapters(
  trx: Trx,
  novelId: string,
  chapterIds: readonly string[] | undefined,
  limit: number,
) {
  const query = trx
    .selectFrom('marking_queues as q')
    .innerJoin('chapters as c', 'c.id', 'q.chapter_id')
    .innerJoin('chapter_revisions as r', 'r.id', 'c.revision_id')
    .select(['c.id', 'c.revision_id', 'r.html'])
    .where('c.novel_id', '=', novelId)
    .where('c.deleted_at', 'is', null)
    .whereRef('q.revision_id', '!=', 'c.revision_id');
  return (chapterIds === undefined ? query : query.where('c.id', 'in', [...chapterIds]))
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

const openRows = (trx: Trx, novelId: string, chapterIds: readonly string[] | undefined) => {
  const query = trx
    .selectFrom('marking_suggestions as s')
    .innerJoin('chapters as c', 'c.id', 's.chapter_id')
    .where('c.novel_id', '=', novelId)
    .where('c.deleted_at', 'is', null)
    .where('s.open', '=', true);
  return chapterIds === undefined ? query : query.where('c.id', 'in', [...chapterIds]);
};

/** A page of open lines. */
export function listOpen(
  trx: Trx,
  novelId: string,
  chapterIds: readonly string[] | undefined,
  order: 'risk' | 'place',
  page: { readonly offset: number; readonly limit: number },
): Promise<QueueRow[]> {
  let query = openRows(trx, novelId, chapterIds).selectAll('s').select('c.name as chapter_name');
  if (order === 'risk') query = query.orderBy('s.confidence');
  return query
    .orderBy('c.position')
    .orderBy('c.id')
    .orderBy('s.position')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

/** Open lines per chapter, in reading order. */
export const countOpen = (trx: Trx, novelId: string, chapterIds: readonly string[] | undefined) =>
  openRows(trx, novelId, chapterIds)
    .select((eb) => ['c.id as chapterId', 'c.name as chapterName', eb.fn.countAll<number>().as('open')])
    .groupBy(['c.id', 'c.name', 'c.position'])
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();

/** The chapters in reading order that have an open line of at least this confidence. */
export async function chaptersToAccept(
  trx: Trx,
  novelId: string,
  chapterIds: readonly string[] | undefined,
  threshold: number,
  limit: number,
): Promise<string[]> {
  const rows = await openRows(trx, novelId, chapterIds)
    .select('c.id')
    .where('s.confidence', '>=', threshold)
    .groupBy(['c.id', 'c.position'])
    .orderBy('c.position')
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The queue's rows of chapters, decided ones included; of the named lines only, if any are named. */
export function rowsOf(
  trx: Trx,
  chapterIds: readonly string[],
  lineIds?: readonly string[],
): Promise<QueueRow[]> {
  if (chapterIds.length === 0) return Promise.resolve([]);
  const query = trx
    .selectFrom('marking_suggestions as s')
    .innerJoin('chapters as c', 'c.id', 's.chapter_id')
    .selectAll('s')
    .select('c.name as chapter_name')
    .where('s.chapter_id', 'in', [...chapterIds]);
  return (lineIds === undefined ? query : query.where('s.line_id', 'in', [...lineIds]))
    .orderBy('s.chapter_id')
    .orderBy('s.position')
    .execute();
}

/** Notes what a person decided on a line; null when it was put back. */
export const noteDecision = (trx: Trx, chapterId: string, lineId: string, roleId: string | null) =>
  trx
    .updateTable('marking_suggestions')
    .set({ decided_role: roleId })
    .where('chapter_id', '=', chapterId)
    .where('line_id', '=', lineId)
    .execute();

/** Which roles, of the given ids or bearing the given names, a novel has in use; narration is none of them. */
export async function rolesInUse(
  db: Db | Trx,
  novelId: string,
  wanted: { readonly ids: readonly string[]; readonly names: readonly string[] },
): Promise<{ ids: Set<string>; byName: Map<string, string> }> {
  const { rows } = await sql<{ id: string; name_key: string | null }>`
    select r.id, n.name_key from roles r
    left join role_names n on n.role_id = r.id and n.name_key = any(${wanted.names.map(roleNameKey)}::text[])
    where r.novel_id = ${novelId} and r.discarded_at is null and not r.narration
      and (r.id::text = any(${wanted.ids.filter((id) => id !== narrationDecision)}::text[]) or n.name_key is not null)`.execute(
    db,
  );
  return {
    ids: new Set(rows.map((row) => row.id)),
    byName: new Map(rows.flatMap((row) => (row.name_key === null ? [] : [[row.name_key, row.id] as const]))),
  };
}
