import { narrationClassName } from '@huaben/contract';
import { Input } from 'antd';
import type { InputRef } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { palettes, useTheme } from '../../../app/theme.ts';
import { parseRoleStyle } from '../../../editor/role-sheet.ts';
import { failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { toast } from '../../../ui/index.ts';
import { createRole, cssOfStyle, mainName, roleNames, searchRoles } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';

const mostShown = 9;

/** Any role by name, alias or pinyin; Enter takes it. A name that nobody bears can become a role. */
export function RolePick(props: {
  readonly novelId: string;
  readonly roles: readonly Role[];
  readonly mayCreate: boolean;
  readonly onPick: (roleId: string) => void;
  readonly onMade: (name: string, roleId: string) => void;
  readonly onClose: () => void;
}) {
  const { onClose } = props;
  const { theme } = useTheme();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [busy, setBusy] = useState(false);
  const input = useRef<InputRef>(null);
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const found = useMemo(() => {
    const people = props.roles.filter((role) => role.id !== narrationClassName);
    return searchRoles(people, query, true).slice(0, mostShown);
  }, [props.roles, query]);
  const name = query.trim();
  const exists = props.roles.some((role) => roleNames(role).includes(name));
  const offersNew = props.mayCreate && name !== '' && !exists;
  const options = found.length + (offersNew ? 1 : 0);

  const pick = async (index: number) => {
    const role = found[index];
    if (role !== undefined) return props.onPick(role.id);
    if (!offersNew || busy) return;
    setBusy(true);
    try {
      const fields = { names: [name], sex: '', description: '', cv: '', style: null } as const;
      const { role: made } = await createRole(props.novelId, fields);
      props.onMade(name, made.id);
      props.onPick(made.id);
    } catch (error) {
      if (!isHandledEverywhere(error)) toast.error(`「${name}」没建成：${failureText(error)}`);
      setBusy(false);
    }
  };
  return (
    <div className="role-pick" role="dialog" aria-label="选别的角色" aria-modal="true">
      <Input
        ref={input}
        role="combobox"
        aria-label="搜索角色"
        aria-expanded={options > 0}
        aria-controls="review-roles"
        aria-activedescendant={options > 0 ? `review-role-${String(chosen)}` : undefined}
        placeholder="角色名、拼音、首字母、CV"
        value={query}
        onBlur={() => {
          if (!busy) onClose();
        }}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') onClose();
          else if (event.key === 'ArrowDown') setChosen((at) => Math.min(options - 1, at + 1));
          else if (event.key === 'ArrowUp') setChosen((at) => Math.max(0, at - 1));
          else if (event.key === 'Enter') void pick(chosen);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <ul
        id="review-roles"
        role="listbox"
        aria-label="找到的角色"
        className="role-picks"
        onMouseDown={(event) => event.preventDefault()}
      >
        {found.map((role, index) => (
          <li
            key={role.id}
            id={`review-role-${String(index)}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => void pick(index)}
          >
            <span style={cssOfStyle(parseRoleStyle(role.style), palettes[theme])}>{mainName(role)}</span>
            <span className="marking-quiet">
              {[...roleNames(role).slice(1, 4), role.cv].filter(Boolean).join('、')}
            </span>
          </li>
        ))}
        {offersNew && (
          <li
            id={`review-role-${String(found.length)}`}
            role="option"
            aria-selected={chosen === found.length}
            onClick={() => void pick(found.length)}
          >
            新建角色「{name}」
          </li>
        )}
      </ul>
      {options === 0 && <p className="marking-quiet">没有找到这个角色。</p>}
    </div>
  );
}
