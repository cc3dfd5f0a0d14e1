import type { Contract, ResultOf } from '@huaben/contract';

/** A role as the server gives it. */
export type Role = ResultOf<Contract['cast']['listRoles'], Blob>['list'][number];

const nameLists = new Map<string, readonly string[]>();

/** The names of a role, the main one first; never empty. */
export function roleNames(role: Pick<Role, 'name' | 'className'>): readonly string[] {
  const known = nameLists.get(role.name);
  if (known !== undefined) return known;
  const names = parseNames(role.name);
  const list = names.length === 0 ? [role.name === '' ? role.className : role.name] : names;
  nameLists.set(role.name, list);
  return list;
}

function parseNames(json: string): string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string' && name !== '') : [];
  } catch {
    return [];
  }
}

/** The main name of a role. */
export const mainName = (role: Pick<Role, 'name' | 'className'>): string =>
  roleNames(role)[0] ?? role.className;

/** The words for a sex. */
export const sexLabels = { male: '男', female: '女', '': '未知' } as const;
