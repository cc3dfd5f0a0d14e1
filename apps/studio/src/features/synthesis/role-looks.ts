import { narrationClassName } from '@huaben/contract';
import type { CSSProperties } from 'react';
import { palettes } from '../../app/theme.ts';
import type { ThemeName } from '../../app/theme.ts';
import { parseRoleStyle, styleOnPage } from '../../editor/role-sheet.ts';
import { mainName } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';

/** How a role is called and drawn on this screen. */
export interface RoleLook {
  readonly name: string;
  readonly nameStyle: CSSProperties;
  /** Fill of the role's share of the progress bar. */
  readonly mark: string;
}

/** Finds the look of a role by its id; lines of a role that is no longer in the cast get a name that says so. */
export function roleLooks(roles: readonly Role[], theme: ThemeName): (roleId: string) => RoleLook {
  const { page, chosen, ink } = palettes[theme];
  const looks = new Map<string, RoleLook>();
  for (const role of roles) {
    const own = parseRoleStyle(role.style);
    // Names stand on the page, in the panel and in the chosen row; the last is the hardest to read on.
    const ground = (own?.backgroundColor ?? '') === '' ? chosen : page;
    const style = styleOnPage(own, { page: ground, ink });
    looks.set(role.id, {
      name: role.id === narrationClassName ? '旁白' : mainName(role),
      nameStyle: {
        color: style.color,
        ...(style.backgroundColor === '' ? {} : { backgroundColor: style.backgroundColor }),
        fontStyle: style.fontStyle,
        fontWeight: style.fontWeight,
        textDecorationLine: style.textDecoration,
      },
      mark: style.color,
    });
  }
  const narrator: RoleLook = { name: '旁白', nameStyle: { color: 'var(--ink-2)' }, mark: 'var(--ink-3)' };
  const gone: RoleLook = { name: '废弃角色', nameStyle: { color: 'var(--ink-2)' }, mark: 'var(--ink-3)' };
  return (roleId) => (roleId === narrationClassName ? narrator : (looks.get(roleId) ?? gone));
}
