import { match } from 'pinyin-pro';
import { roleNames } from './role.ts';
import type { Role } from './role.ts';

/** Whether a text contains the query, as characters, as pinyin or as initials; letters' case does not matter. */
export function matchesPinyin(text: string, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return true;
  if (text.toLowerCase().includes(wanted)) return true;
  return /^[a-z\s]+$/.test(wanted) && match(text, wanted, { continuous: true, precision: 'start' }) !== null;
}

/** How well a role answers the query: 0 best (its name begins with it), null not at all. */
function rank(role: Role, query: string, withCv: boolean): number | null {
  const names = roleNames(role);
  if (names.some((name) => name.startsWith(query))) return 0;
  if (names.some((name) => matchesPinyin(name, query))) return 1;
  return withCv && role.cv !== '' && matchesPinyin(role.cv, query) ? 2 : null;
}

/** The roles that answer the query by name, alias, pinyin or (if wanted) voice actor, best first, each class once. */
export function searchRoles(roles: readonly Role[], query: string, withCv: boolean): Role[] {
  const wanted = query.trim();
  const seen = new Set<string>();
  return roles
    .map((role, order) => ({ role, order, rank: wanted === '' ? 0 : rank(role, wanted, withCv) }))
    .filter(({ role, rank: place }) => {
      if (place === null || seen.has(role.className)) return false;
      seen.add(role.className);
      return true;
    })
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.order - other.order)
    .map(({ role }) => role);
}
