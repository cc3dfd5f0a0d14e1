import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { roleNameKey } from '../cast/index.ts';

export const insertRosterSearch = (
  trx: Trx,
  search: {
    readonly id: string;
    readonly novelId: string;
    readonly userId: string;
    readonly chapterIds: readonly string[];
  },
) =>
  trx
    .insertInto('marking_invokes')
    .values({
      id: search.id,
      novel_id: search.novelId,
      user_id: search.userId,
      kind: 'roster',
      chapter_ids: JSON.stringify(search.chapterIds),
    })
    .execute();

/** Removes a user's older searches in a novel, under way or not: a new one takes their place. */
export const removeSearches = (trx: Trx, novelId: string, userId: string) =>
  trx
    .deleteFrom('marking_invokes')
    .where('novel_id', '=', novelId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'roster')
    .execute();

export const findRosterSearch = (trx: Trx, novelId: string, rosterId: string) =>
  trx
    .selectFrom('marking_invokes')
    .select(['id', 'state', 'message', 'discovered'])
    .where('id', '=', rosterId)
    .where('novel_id', '=', novelId)
    .where('kind', '=', 'roster')
    .executeTakeFirst();

/** A role that bears a name, discarded or not. */
export interface NamedRole {
  readonly id: string;
  readonly name: string;
  readonly discarded: boolean;
}

/** The roles of a novel that bear one of the names, by the name's key. */
export async function rolesByName(
  trx: Trx,
  novelId: string,
  names: readonly string[],
): Promise<Map<string, NamedRole>> {
  const { rows } = await sql<{ name_key: string; id: string; names: string[]; discarded: boolean }>`
    select n.name_key, r.id, r.names, r.discarded_at is not null as discarded
    from role_names n join roles r on r.id = n.role_id
    where n.novel_id = ${novelId} and not r.narration and n.name_key = any(${names.map(roleNameKey)}::text[])`.execute(
    trx,
  );
  return new Map(
    rows.map((row) => [row.name_key, { id: row.id, name: row.names[0] ?? '', discarded: row.discarded }]),
  );
}

/** Characters of the current revisions of chapters. */
export async function charactersOf(trx: Trx, chapterIds: readonly string[]): Promise<number> {
  const row = await trx
    .selectFrom('chapters')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('word_count'), eb.val(0)).as('sum'))
    .where('id', 'in', [...chapterIds])
    .executeTakeFirstOrThrow();
  return Number(row.sum);
}
