export { CastPanel } from './cast-panel.tsx';
export { useHotKeys, useRoles } from './cast.queries.ts';
export { hotKeysOf, keyOfRole } from './hot-keys.ts';
export { mainName, roleNames, sexLabels } from './role.ts';
export type { Role } from './role.ts';
export { addAliases, createRole } from './role-edits.ts';
export { matchesPinyin, searchRoles } from './search-roles.ts';
export { cssOfStyle } from './style-picker.tsx';
