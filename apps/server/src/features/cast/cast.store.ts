import { sql } from 'kysely';
import type { RoleStyle } from '@huaben/contract';
import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

/** Role names are compared without case and full-width differences. */
export const roleNameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

const roleRows = (trx: Trx, novelId: string) =>
  trx
    .selectFrom('roles as r')
    .select([
      'r.id',
      'r.novel_id',
      'r.narration',
      'r.names',
      'r.sex',
      'r.description',
      'r.cv',
      'r.crew_number',
      'r.style',
      'r.voice_id',
      'r.rate',
      'r.pitch',
      'r.topped_at',
      sql<number>`coalesce((
        select sum(k.line_count) from chapter_role_counts k join chapters c on c.id = k.chapter_id and c.deleted_at is null
        where c.novel_id = r.novel_id and k.role_id = case when r.narration then 'noLine' else r.id::text end), 0)::int`.as(
        'line_count',
      ),
    ])
    .where('r.novel_id', '=', novelId);

/** A role's row with its line count. */
export type RoleRow = Awaited<ReturnType<typeof listRoles>>[number];

/** Roles in use: narration first, then topped, then by age. */
export const listRoles = (trx: Trx, novelId: string) =>
  roleRows(trx, novelId)
    .where('r.discarded_at', 'is', null)
    .orderBy('r.narration', 'desc')
    .orderBy(sql`r.topped_at desc nulls last`)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();

export const listDiscarded = (trx: Trx, novelId: string) =>
  roleRows(trx, novelId).where('r.discarded_at', 'is not', null).orderBy('r.discarded_at', 'desc').execute();

/** One role of a novel; `noLine` means its narration. */
export function findRole(trx: Trx, novelId: string, wireId: string) {
  const query = roleRows(trx, novelId);
  if (wireId === 'noLine') return query.where('r.narration', '=', true).executeTakeFirst();
  return /^[0-9a-f-]{36}$/.test(wireId)
    ? query.where('r.id', '=', wireId).where('r.narration', '=', false).executeTakeFirst()
    : Promise.resolve(undefined);
}

/** How many roles a novel has, discarded ones included. */
export async function countRoles(trx: Trx, novelId: string): Promise<number> {
  const row = await trx
    .selectFrom('roles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('novel_id', '=', novelId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** What a role is saved with. */
export interface RoleFields {
  readonly names: readonly string[];
  readonly sex: string;
  readonly description: string;
  readonly cv: string;
  readonly crewNumber: string;
  readonly style: RoleStyle;
}

/** Inserts a role and claims its names. @throws a unique violation when a name is taken */
export async function insertRole(
  trx: Trx,
  novelId: string,
  fields: RoleFields,
  narration = false,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('roles')
    .values({
      id,
      novel_id: novelId,
      narration,
      names: JSON.stringify(fields.names),
      sex: fields.sex,
      description: fields.description,
      cv: fields.cv,
      crew_number: fields.crewNumber,
      style: JSON.stringify(fields.style),
    })
    .execute();
  await claimNames(trx, novelId, id, fields.names);
  return id;
}

async function claimNames(
  trx: Trx,
  novelId: string,
  roleId: string,
  names: readonly string[],
): Promise<void> {
  const keys = [...new Set(names.map(roleNameKey))];
  await trx
    .insertInto('role_names')
    .values(keys.map((name_key) => ({ novel_id: novelId, name_key, role_id: roleId })))
    .execute();
}

export async function updateRole(
  trx: Trx,
  novelId: string,
  roleId: string,
  fields: RoleFields,
): Promise<void> {
  await trx
    .updateTable('roles')
    .set({
      names: JSON.stringify(fields.names),
      sex: fields.sex,
      description: fields.description,
      cv: fields.cv,
      crew_number: fields.crewNumber,
      style: JSON.stringify(fields.style),
    })
    .where('id', '=', roleId)
    .where('novel_id', '=', novelId)
    .execute();
  await trx.deleteFrom('role_names').where('role_id', '=', roleId).execute();
  await claimNames(trx, novelId, roleId, fields.names);
}

export const setVoice = (
  trx: Trx,
  novelId: string,
  roleId: string,
  voice: { voice_id: string; rate: number; pitch: number },
) =>
  trx
    .updateTable('roles')
    .set({ ...voice, voiced_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', roleId)
    .where('novel_id', '=', novelId)
    .execute();

export const setTopped = (trx: Trx, novelId: string, roleId: string, topped: boolean) =>
  trx
    .updateTable('roles')
    .set({ topped_at: topped ? sql<Date>`now()` : null })
    .where('id', '=', roleId)
    .where('novel_id', '=', novelId)
    .execute();

/** Discards or restores roles of a novel, never its narration; returns how many of the ids are such roles. */
export async function setDiscarded(
  trx: Trx,
  novelId: string,
  ids: readonly string[],
  discarded: boolean,
): Promise<number> {
  const rows = await trx
    .updateTable('roles')
    .set({ discarded_at: discarded ? sql<Date>`coalesce(discarded_at, now())` : null })
    .where('novel_id', '=', novelId)
    .where('narration', '=', false)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return rows.length;
}

/** Recounts the roles in use; the cast is small and changes rarely. */
export const refreshRoleCount = (trx: Trx, novelId: string) =>
  trx
    .updateTable('novels')
    .set({
      role_count: sql<number>`(select count(*) from roles where novel_id = ${novelId} and discarded_at is null and not narration)`,
    })
    .where('id', '=', novelId)
    .execute();

export const hotKeys = (trx: Trx, novelId: string) =>
  trx.selectFrom('novels').select('hot_keys').where('id', '=', novelId).executeTakeFirstOrThrow();

export const setHotKeys = (trx: Trx, novelId: string, keys: Record<string, string>) =>
  trx
    .updateTable('novels')
    .set({ hot_keys: JSON.stringify(keys) })
    .where('id', '=', novelId)
    .execute();
