import type { RoleStyle } from '@huaben/contract';
import { api } from '../../lib/api.ts';
import { parseRoleStyle } from '../../editor/role-sheet.ts';
import { foldCast, refreshCast } from './cast.queries.ts';
import { roleNames } from './role.ts';
import type { Role } from './role.ts';

/** What a person can say about a role. */
export type RoleFields = {
  readonly names: readonly string[];
  readonly sex: Role['sex'];
  readonly description: string;
  readonly cv: string;
  /** Without one the server picks the next free preset. */
  readonly style: RoleStyle | null;
};

/** An edit of the cast that has been made, with its way back. */
export type RoleEdit = {
  readonly label: string;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
};

function wireFields(fields: RoleFields) {
  return {
    name: JSON.stringify(fields.names),
    sex: fields.sex,
    description: fields.description,
    cv: fields.cv,
    ...(fields.style === null ? {} : { style: JSON.stringify(fields.style) }),
  };
}

async function discard(novelId: string, id: string): Promise<void> {
  await api.cast.discardRoles({ productId: novelId, ids: [id] });
  foldCast(novelId, (roles) => roles.filter((role) => role.id !== id));
  refreshCast(novelId);
}

async function restore(novelId: string, id: string): Promise<void> {
  await api.cast.restoreRoles({ productId: novelId, ids: [id] });
  refreshCast(novelId);
}

/** Creates a role. Rejects with the server's refusal. */
export async function createRole(
  novelId: string,
  fields: RoleFields,
): Promise<{ role: Role; edit: RoleEdit }> {
  const role = await api.cast.addRole({ productNumber: novelId, ...wireFields(fields) });
  foldCast(novelId, (roles) => [...roles.filter((known) => known.id !== role.id), role]);
  refreshCast(novelId);
  const edit = {
    label: `新建角色「${fields.names[0] ?? ''}」`,
    undo: () => discard(novelId, role.id),
    redo: () => restore(novelId, role.id),
  };
  return { role, edit };
}

/** Changes a role's fields from `before` to `after`. */
export async function changeRole(
  novelId: string,
  role: Role,
  before: RoleFields,
  after: RoleFields,
): Promise<RoleEdit> {
  const put = async (fields: RoleFields) => {
    const { id, crewId } = role;
    const changed = await api.cast.editRole({
      id,
      productNumber: novelId,
      crewNumber: crewId,
      ...wireFields(fields),
    });
    foldCast(novelId, (roles) => roles.map((known) => (known.id === id ? changed : known)));
    refreshCast(novelId);
  };
  await put(after);
  return { label: `修改角色「${after.names[0] ?? ''}」`, undo: () => put(before), redo: () => put(after) };
}

/** Adds names to the aliases of a role, as the server has it now; false when there is no such role any more. */
export async function addAliases(
  novelId: string,
  roleId: string,
  names: readonly string[],
): Promise<boolean> {
  const { list } = await api.cast.listRoles({ productId: novelId });
  const role = list.find(({ id }) => id === roleId);
  if (role === undefined) return false;
  const { sex, description, cv } = role;
  const before = { names: roleNames(role), sex, description, cv, style: parseRoleStyle(role.style) };
  await changeRole(novelId, role, before, { ...before, names: [...new Set([...before.names, ...names])] });
  return true;
}

/** Moves a role to 废弃角色; its marks stay in the text. */
export async function discardRole(novelId: string, role: Role, name: string): Promise<RoleEdit> {
  await discard(novelId, role.id);
  return {
    label: `废弃角色「${name}」`,
    undo: () => restore(novelId, role.id),
    redo: () => discard(novelId, role.id),
  };
}

/** Brings a role back from 废弃角色. */
export async function restoreRole(novelId: string, role: Role, name: string): Promise<RoleEdit> {
  await restore(novelId, role.id);
  return {
    label: `恢复角色「${name}」`,
    undo: () => discard(novelId, role.id),
    redo: () => restore(novelId, role.id),
  };
}

/** Pins a role or lets it go. */
export async function pinRole(novelId: string, role: Role, name: string): Promise<RoleEdit> {
  const put = async (isTopping: 0 | 1) => {
    await api.cast.topRole({ productId: novelId, id: role.id, isTopping });
    foldCast(novelId, (roles) =>
      roles.map((known) => (known.id === role.id ? { ...known, isTopping } : known)),
    );
    refreshCast(novelId);
  };
  const wanted = role.isTopping === 1 ? 0 : 1;
  await put(wanted);
  return {
    label: wanted === 1 ? `置顶角色「${name}」` : `取消置顶「${name}」`,
    undo: () => put(role.isTopping),
    redo: () => put(wanted),
  };
}
