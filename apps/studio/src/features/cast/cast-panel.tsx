import { MoreOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { narrationClassName } from '@huaben/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Dropdown, Input } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { failureText } from '../../lib/api.ts';
import { EmptyState, toast } from '../../ui/index.ts';
import './cast.css';
import { DiscardedDialog } from './discarded-dialog.tsx';
import { HotKeyDialog } from './hot-key-dialog.tsx';
import { keyOfRole } from './hot-keys.ts';
import { keepOrder, orderRoles } from './order-roles.ts';
import type { RoleOrder } from './order-roles.ts';
import { mainName } from './role.ts';
import type { Role } from './role.ts';
import { fieldsOf, RoleDialog } from './role-dialog.tsx';
import { changeRole, createRole, discardRole, pinRole } from './role-edits.ts';
import type { RoleEdit } from './role-edits.ts';
import { RoleRow } from './role-row.tsx';
import type { RoleAction } from './role-row.tsx';
import { searchRoles } from './search-roles.ts';

const rowHeight = 32;
type Dialog =
  { readonly kind: 'role'; readonly role: Role | null } | { readonly kind: 'discarded' | 'keys' } | null;

/** What the cast panel shows and does. */
export type CastPanelProps = {
  readonly novelId: string;
  readonly roles: readonly Role[];
  readonly hotKeys: ReadonlyMap<string, string>;
  readonly chosenKeys: Readonly<Record<string, string>>;
  /** Lines in the open text by role id. */
  readonly counts: ReadonlyMap<string, number>;
  /** Place of a role's first line in the open text. */
  readonly firstLine: ReadonlyMap<string, number>;
  /** The role of the current line. */
  readonly currentRoleId: string | null;
  readonly mayEditRoles: boolean;
  readonly mayEditKeys: boolean;
  readonly assign: (roleId: string) => void;
  /** An edit was made: it belongs in the undo history. */
  readonly onEdit: (edit: RoleEdit) => void;
  readonly leave: () => void;
};

/** The cast beside the manuscript. */
export function CastPanel(props: CastPanelProps) {
  const { novelId, roles } = props;
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<RoleOrder>('appearance');
  const [dialog, setDialog] = useState<Dialog>(null);
  const [focused, setFocused] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  /** The order in which the rows stood when the pointer came in: it holds until the pointer leaves. */
  const [heldOrder, setHeldOrder] = useState<readonly string[] | null>(null);
  const ordered = useMemo(() => orderRoles(roles, order, props.firstLine), [roles, order, props.firstLine]);
  const shown = useMemo(
    () => searchRoles(heldOrder === null ? ordered : keepOrder(ordered, heldOrder), query, true),
    [ordered, heldOrder, query],
  );
  const roleKeys = useMemo(() => keyOfRole(props.hotKeys), [props.hotKeys]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => shown[index]?.id ?? index,
  });
  const sortBy = (next: RoleOrder) => {
    setHeldOrder(null);
    setOrder(next);
  };
  const close = () => {
    setDialog(null);
    props.leave();
  };
  const attempt = (edit: Promise<RoleEdit>) => {
    edit.then(props.onEdit).catch((error: unknown) => toast.error(failureText(error)));
  };

  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setFocused(next);
    rows.scrollToIndex(next);
    requestAnimationFrame(() => {
      const id = shown[next]?.id ?? '';
      scroller.current?.querySelector<HTMLElement>(`[data-role-row=${JSON.stringify(id)}]`)?.focus();
    });
  };
  const act = (action: RoleAction, role: Role) => {
    switch (action) {
      case 'assign':
        return props.assign(role.id);
      case 'edit':
        return setDialog({ kind: 'role', role });
      case 'pin':
        return attempt(pinRole(novelId, role, mainName(role)));
      case 'discard':
        return attempt(discardRole(novelId, role, mainName(role)));
    }
  };
  const latestAct = useRef(act);
  useEffect(() => {
    latestAct.current = act;
  });
  const stableAct = useCallback((action: RoleAction, role: Role) => latestAct.current(action, role), []);

  const onRowKey = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['roleRow'] : undefined;
    const index = shown.findIndex((role) => role.id === id);
    const role = shown[index];
    if (role === undefined) return;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' && event.shiftKey && props.mayEditRoles) act('edit', role);
    else if (event.key === 'Delete' && props.mayEditRoles && role.id !== narrationClassName)
      act('discard', role);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="cast" aria-label="角色">
      <div className="cast-head">
        <Input
          size="small"
          allowClear
          aria-label="搜索角色"
          placeholder="搜角色、拼音、CV"
          prefix={<SearchOutlined />}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') move(0);
            if (event.key === 'Escape') props.leave();
            if (event.key === 'Enter' && shown[0] !== undefined && query !== '') {
              props.assign(shown[0].id);
              setQuery('');
            }
          }}
        />
        {props.mayEditRoles && (
          <Button
            size="small"
            aria-label="新建角色"
            title="新建角色"
            icon={<PlusOutlined />}
            onClick={() => setDialog({ kind: 'role', role: null })}
          />
        )}
        <Dropdown
          trigger={['click']}
          menu={{
            selectedKeys: [order],
            items: [
              { key: 'appearance', label: '按出场排序', onClick: () => sortBy('appearance') },
              { key: 'cv', label: '按 CV 排序', onClick: () => sortBy('cv') },
              { type: 'divider' },
              ...(props.mayEditKeys
                ? [{ key: 'keys', label: '角色快捷键', onClick: () => setDialog({ kind: 'keys' }) }]
                : []),
              { key: 'discarded', label: '废弃角色', onClick: () => setDialog({ kind: 'discarded' }) },
            ],
          }}
        >
          <Button size="small" aria-label="角色的更多操作" icon={<MoreOutlined />} />
        </Dropdown>
      </div>
      <div className="cast-columns" aria-hidden="true">
        <span>键</span>
        <span>角色</span>
        <span>性别</span>
        <span>CV</span>
        <span>台词</span>
        <span>音色</span>
      </div>
      <div
        className="cast-list"
        ref={scroller}
        onPointerEnter={() => setHeldOrder(ordered.map((role) => role.id))}
        onPointerLeave={() => setHeldOrder(null)}
      >
        {shown.length === 0 && (
          <EmptyState
            title={query === '' ? '还没有角色' : `没有「${query}」`}
            hint={query === '' ? '点右上角的加号新建，或采纳识别出的人名。' : '换个写法，或新建这个角色。'}
          />
        )}
        <div
          role="list"
          aria-label="角色"
          onKeyDown={onRowKey}
          style={{ height: rows.getTotalSize(), position: 'relative' }}
        >
          {rows.getVirtualItems().map((item) => {
            const role = shown[item.index];
            if (role === undefined) return null;
            return (
              <RoleRow
                key={item.key}
                role={role}
                hotKey={roleKeys.get(role.id)}
                count={props.counts.get(role.id) ?? 0}
                current={role.id === props.currentRoleId}
                focusable={item.index === Math.min(focused, shown.length - 1)}
                mayEdit={props.mayEditRoles}
                top={item.start}
                height={rowHeight}
                act={stableAct}
              />
            );
          })}
        </div>
      </div>
      {dialog?.kind === 'role' && (
        <RoleDialog
          role={dialog.role}
          initialName={dialog.role === null && shown.length === 0 ? query.trim() : ''}
          close={close}
          submit={async (fields) => {
            const { role } = dialog;
            props.onEdit(
              role === null
                ? (await createRole(novelId, fields)).edit
                : await changeRole(novelId, role, fieldsOf(role), fields),
            );
          }}
        />
      )}
      {dialog?.kind === 'discarded' && (
        <DiscardedDialog novelId={novelId} onEdit={props.onEdit} close={close} />
      )}
      {dialog?.kind === 'keys' && (
        <HotKeyDialog novelId={novelId} roles={roles} chosen={props.chosenKeys} close={close} />
      )}
    </section>
  );
}
