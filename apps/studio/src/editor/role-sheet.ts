import { roleStyle } from '@huaben/contract';
import type { RoleStyle } from '@huaben/contract';
import { readableOn, tintOf } from './role-colour.ts';

/** A role as far as its look is concerned; `style` is the wire's JSON. */
export type StyledRole = { readonly id: string; readonly style: string };

/** The grounds on which role colours must be readable, #RRGGBB. */
export type PageColours = { readonly page: string; readonly ink: string };

/** A role's style, or null when it has none that can be read. */
export function parseRoleStyle(json: string): RoleStyle | null {
  try {
    const parsed = roleStyle.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** How a role's text is drawn on a page: its own style, with colours moved until they can be read there. */
export function styleOnPage(style: RoleStyle | null, colours: PageColours): RoleStyle {
  const backgroundColor = tintOf(colours.page, style?.backgroundColor ?? '');
  const ground = backgroundColor === '' ? colours.page : backgroundColor;
  return {
    color: readableOn(ground, style?.color ?? colours.ink),
    backgroundColor,
    fontStyle: style?.fontStyle ?? 'normal',
    textDecoration: style?.textDecoration ?? 'none',
    fontWeight: style?.fontWeight ?? 'normal',
  };
}

/**
 * The one stylesheet that colours every line of every role: recolouring a role changes this text and no document.
 * Role ids are quoted as CSS strings; styles have been checked by the contract's schema.
 */
export function roleSheet(roles: readonly StyledRole[], colours: PageColours): string {
  return roles
    .map((role) => {
      const style = styleOnPage(parseRoleStyle(role.style), colours);
      const background = style.backgroundColor === '' ? '' : `background-color:${style.backgroundColor};`;
      const decoration =
        style.textDecoration === 'none' ? '' : `text-decoration-line:${style.textDecoration};`;
      return (
        `.manuscript [data-role=${JSON.stringify(role.id)}]{color:${style.color};--role:${style.color};${background}` +
        `${decoration}font-style:${style.fontStyle};font-weight:${style.fontWeight}}`
      );
    })
    .join('\n');
}
