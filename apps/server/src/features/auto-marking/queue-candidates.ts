import { narrationDecision } from '@huaben/contract';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredCandidate } from '../../platform/db/schema-marking.ts';
import { roleNameKey } from '../cast/index.ts';
import { rolesInUse } from './queue.store.ts';
import type { QueueRow } from './queue.store.ts';

/** Looks at stored candidates with the roles of this moment: made since then, renamed, or discarded. */
export async function candidatesNow(
  trx: Trx,
  novelId: string,
  rows: readonly QueueRow[],
): Promise<(candidate: StoredCandidate) => StoredCandidate> {
  const all = rows.flatMap((row) => row.candidates);
  const roles = await rolesInUse(trx, novelId, {
    ids: [...new Set(all.flatMap(({ roleId }) => (roleId === null ? [] : [roleId])))],
    names: [...new Set(all.map(({ name }) => name))],
  });
  return (candidate) => {
    const { roleId, name, kind } = candidate;
    if (roleId === narrationDecision || (roleId !== null && roles.ids.has(roleId))) return candidate;
    // 匿名 and 群体 are no names: a role that happens to be called so is not meant.
    return { ...candidate, roleId: kind === 'person' ? (roles.byName.get(roleNameKey(name)) ?? null) : null };
  };
}
