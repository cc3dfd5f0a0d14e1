import { narrationClassName } from '@huaben/contract';

/** Keys given out by themselves, in panel order. 1, 2, 3 take suggestions, a and b alternate, n is narration. */
export const spareKeys: readonly string[] = [...'4567890qwertyuiopsdfghjklzxcvm'];

/** The key of narration unless the novel says otherwise. */
const narrationKey = 'n';

/** Keys that a role can have. */
export const possibleKeys: readonly string[] = [...'1234567890qwertyuiopasdfghjklzxcvbnm'];

/**
 * One key per role: the novel's own choices first, whatever they displace; then the spare keys in panel order.
 * Roles beyond the keys have none and are reached by search.
 */
export function hotKeysOf(
  rolesInOrder: readonly { readonly id: string }[],
  chosen: Readonly<Record<string, string>>,
): Map<string, string> {
  const present = new Set(rolesInOrder.map((role) => role.id));
  const keys = new Map<string, string>();
  const served = new Set<string>();
  for (const [key, roleId] of Object.entries(chosen)) {
    if (!present.has(roleId)) continue;
    keys.set(key, roleId);
    served.add(roleId);
  }
  if (present.has(narrationClassName) && !served.has(narrationClassName) && !keys.has(narrationKey)) {
    keys.set(narrationKey, narrationClassName);
    served.add(narrationClassName);
  }
  const spare = spareKeys.filter((key) => !keys.has(key));
  for (const role of rolesInOrder) {
    if (served.has(role.id)) continue;
    const key = spare.shift();
    if (key === undefined) break;
    keys.set(key, role.id);
    served.add(role.id);
  }
  return keys;
}

/** The key of each role, the other way round. */
export function keyOfRole(hotKeys: ReadonlyMap<string, string>): Map<string, string> {
  const byRole = new Map<string, string>();
  for (const [key, roleId] of hotKeys) if (!byRole.has(roleId)) byRole.set(roleId, key);
  return byRole;
}
