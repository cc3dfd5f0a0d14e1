import { Input } from 'antd';
import type { InputRef } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { palettes, useTheme } from '../../app/theme.ts';
import { parseRoleStyle } from '../../editor/role-sheet.ts';
import { failureText } from '../../lib/api.ts';
import { toast } from '../../ui/index.ts';
import { createRole, cssOfStyle, mainName, roleNames, searchRoles } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import type { LiveDesk } from './use-desk.ts';

const mostShown = 9;

/** `/`: type a name or its pinyin, Enter assigns; a name that does not exist can be made on the spot. */
export function RoleSearch(props: {
  desk: LiveDesk;
  novelId: string;
  roles: readonly Role[];
  mayCreate: boolean;
  close: () => void;
}) {
  const { desk, close } = props;
  const { theme } = useTheme();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<InputRef>(null);
  useEffect(() => input.current?.focus(), []);
  const found = useMemo(
    () => searchRoles(props.roles, query, true).slice(0, mostShown),
    [props.roles, query],
  );
  const name = query.trim();
  const exists = props.roles.some((role) => roleNames(role).includes(name));
  const offersNew = props.mayCreate && name !== '' && !exists;
  const count = found.length + (offersNew ? 1 : 0);

  const pick = async (index: number) => {
    const role = found[index];
    if (role !== undefined) {
      close();
      return desk.session.assign(role.id);
    }
    if (!offersNew) return;
    try {
      const fields = { names: [name], sex: '', description: '', cv: '', style: null } as const;
      const { role: made, edit } = await createRole(props.novelId, fields);
      desk.session.record(edit);
      close();
      desk.session.assign(made.id);
    } catch (error) {
      toast.error(failureText(error));
    }
  };

  return (
    <div className="desk-search" role="dialog" aria-label="搜索角色" aria-modal="true">
      <Input
        ref={input}
        role="combobox"
        aria-label="搜索角色"
        aria-expanded="true"
        aria-controls="desk-search-list"
        aria-activedescendant={count > 0 ? `desk-search-${chosen}` : undefined}
        placeholder="角色名、拼音、首字母、CV"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onBlur={close}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') close();
          else if (event.key === 'ArrowDown') setChosen((at) => Math.min(count - 1, at + 1));
          else if (event.key === 'ArrowUp') setChosen((at) => Math.max(0, at - 1));
          else if (event.key === 'Enter') void pick(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <ul
        id="desk-search-list"
        role="listbox"
        aria-label="找到的角色"
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((role, index) => (
          <li
            key={role.id}
            id={`desk-search-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => void pick(index)}
          >
            <span style={cssOfStyle(parseRoleStyle(role.style), palettes[theme])}>{mainName(role)}</span>
            <span className="muted">
              {[...roleNames(role).slice(1, 4), role.cv].filter(Boolean).join('、')}
            </span>
          </li>
        ))}
        {offersNew && (
          <li
            id={`desk-search-${found.length}`}
            role="option"
            aria-selected={chosen === found.length}
            onClick={() => void pick(found.length)}
          >
            新建角色「{name}」
          </li>
        )}
        {count === 0 && <li className="muted">没有找到</li>}
      </ul>
    </div>
  );
}
