import type { Role } from './role.ts';

/** By what the panel sorts. */
export type RoleOrder = 'appearance' | 'cv';

/**
 * Panel order: pinned roles first, then by first line in the chapter (`firstLine`: role id → its place) or by
 * voice actor; roles without lines here keep the server's order behind.
 */
export function orderRoles(
  roles: readonly Role[],
  order: RoleOrder,
  firstLine: ReadonlyMap<string, number>,
): Role[] {
  const place = (role: Role) => firstLine.get(role.id) ?? Number.MAX_SAFE_INTEGER;
  return roles
    .map((role, index) => ({ role, index }))
    .sort((one, other) => {
      if (one.role.isTopping !== other.role.isTopping) return other.role.isTopping - one.role.isTopping;
      const byPlace = place(one.role) - place(other.role);
      if (order === 'appearance') return byPlace || one.index - other.index;
      if ((one.role.cv === '') !== (other.role.cv === '')) return one.role.cv === '' ? 1 : -1;
      return one.role.cv.localeCompare(other.role.cv, 'zh-CN') || byPlace || one.index - other.index;
    })
    .map(({ role }) => role);
}

/** Keeps roles in an earlier order of ids, so that rows do not move under a pointer; new roles come behind. */
export function keepOrder(roles: readonly Role[], ids: readonly string[]): Role[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const place = (role: Role) => places.get(role.id) ?? ids.length;
  return [...roles].sort((one, other) => place(one) - place(other));
}
