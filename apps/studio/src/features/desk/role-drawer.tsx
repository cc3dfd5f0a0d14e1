import { Drawer, Input } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { palettes, useTheme } from '../../app/theme.ts';
import { parseRoleStyle } from '../../editor/role-sheet.ts';
import { cssOfStyle, mainName, searchRoles } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import type { LiveDesk } from './use-desk.ts';

/** On a small screen: the roles for the line that was tapped, suggested ones first. */
export function RoleDrawer(props: {
  desk: LiveDesk;
  open: boolean;
  roles: readonly Role[];
  close: () => void;
}) {
  const { desk, roles } = props;
  const { theme } = useTheme();
  const [query, setQuery] = useState('');
  const line = useStore(desk.store, (state) => state.line);
  const suggestions = useStore(desk.store, (state) => state.suggestions);
  const likely = (line === null ? undefined : suggestions.get(line.lineId))?.candidates ?? [];
  const rank = (role: Role) => {
    const at = likely.findIndex((candidate) => candidate.roleId === role.id);
    return at < 0 ? likely.length : at;
  };
  const shown = searchRoles(roles, query, true).sort((one, other) => rank(one) - rank(other));
  const assign = (roleId: string | null) => {
    desk.session.assign(roleId);
    setQuery('');
    props.close();
  };
  return (
    <Drawer
      placement="bottom"
      open={props.open && line !== null}
      onClose={props.close}
      size="60vh"
      title={<span className="drawer-line">{line?.text ?? ''}</span>}
    >
      <Input
        allowClear
        aria-label="搜索角色"
        placeholder="搜角色、拼音"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="drawer-roles">
        {shown.map((role) => {
          const probability = likely.find((candidate) => candidate.roleId === role.id)?.probability;
          return (
            <li key={role.id}>
              <button type="button" aria-pressed={role.id === line?.roleId} onClick={() => assign(role.id)}>
                <span style={cssOfStyle(parseRoleStyle(role.style), palettes[theme])}>{mainName(role)}</span>
                <span className="muted">
                  {probability === undefined ? role.cv : `建议 ${Math.round(probability * 100)}%`}
                </span>
              </button>
            </li>
          );
        })}
        <li>
          <button type="button" onClick={() => assign(null)}>
            <span>取消角色</span>
          </button>
        </li>
      </ul>
    </Drawer>
  );
}
