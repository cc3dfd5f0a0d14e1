import { MoreOutlined, PushpinFilled } from '@ant-design/icons';
import { narrationClassName } from '@huaben/contract';
import { Button, Dropdown } from 'antd';
import { memo } from 'react';
import { palettes, useTheme } from '../../app/theme.ts';
import { parseRoleStyle } from '../../editor/role-sheet.ts';
import { mainName, roleNames, sexLabels } from './role.ts';
import type { Role } from './role.ts';
import { cssOfStyle } from './style-picker.tsx';

/** What can be done with a role of the panel. */
export type RoleAction = 'assign' | 'edit' | 'pin' | 'discard';

/** One role of the panel: a click assigns it to the current line. Drawn again only when something of it changed. */
export const RoleRow = memo(function RoleRow(props: {
  role: Role;
  hotKey: string | undefined;
  count: number;
  current: boolean;
  focusable: boolean;
  mayEdit: boolean;
  /** Pixels from the top of the list, and height. */
  top: number;
  height: number;
  /** Must stay the same function. */
  act: (action: RoleAction, role: Role) => void;
}) {
  const { theme } = useTheme();
  const { role } = props;
  const names = roleNames(role);
  const isNarration = role.id === narrationClassName;
  return (
    <div
      className={props.current ? 'role-row role-current' : 'role-row'}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
      role="listitem"
    >
      <button
        type="button"
        className="role-assign"
        data-role-row={role.id}
        tabIndex={props.focusable ? 0 : -1}
        title={names.length > 1 ? `别名：${names.slice(1).join('、')}` : mainName(role)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => props.act('assign', role)}
      >
        <kbd>{props.hotKey ?? ''}</kbd>
        <span className="role-name">
          <span style={cssOfStyle(parseRoleStyle(role.style), palettes[theme])}>{mainName(role)}</span>
          {role.isTopping === 1 && <PushpinFilled aria-label="已置顶" />}
        </span>
        <span className="role-sex">{role.sex === '' ? '' : sexLabels[role.sex]}</span>
        <span className={role.cv === '' ? 'role-cv muted' : 'role-cv'}>
          {role.cv === '' ? '未定' : role.cv}
        </span>
        <span className="role-count">
          {props.count}
          <span className="visually-hidden"> 句</span>
        </span>
        <span
          className={role.timbre === '' ? 'role-voice' : 'role-voice has-voice'}
          title={role.timbre === '' ? '还没有音色' : '已有音色'}
        />
      </button>
      {props.mayEdit && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'edit', label: '编辑', onClick: () => props.act('edit', role) },
              ...(isNarration
                ? []
                : [
                    {
                      key: 'pin',
                      label: role.isTopping === 1 ? '取消置顶' : '置顶',
                      onClick: () => props.act('pin', role),
                    },
                    {
                      key: 'discard',
                      label: '废弃',
                      danger: true,
                      onClick: () => props.act('discard', role),
                    },
                  ]),
            ],
          }}
        >
          <Button
            type="text"
            size="small"
            tabIndex={-1}
            aria-label={`${mainName(role)} 的操作`}
            icon={<MoreOutlined />}
          />
        </Dropdown>
      )}
    </div>
  );
});
