import { Dropdown, Input, Modal } from 'antd';
import type { MenuProps } from 'antd';
import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mainName } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import type { DeskState } from './desk-state.ts';
import type { LiveDesk } from './use-desk.ts';

const emptyStore = createStore<Pick<DeskState, 'line'>>(() => ({ line: null }));

/** The right-click menu of a line, around the manuscript; `line-menu` on the host opens it from the keyboard. */
export function LineMenu(props: {
  desk: LiveDesk | null;
  roles: readonly Role[];
  readOnly: boolean;
  host: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const { desk, host } = props;
  const line = useStore(desk?.store ?? emptyStore, (state: Pick<DeskState, 'line'>) => state.line);
  const [aside, setAside] = useState<0 | 1 | null>(null);
  const [text, setText] = useState('');

  useEffect(() => {
    const place = host.current;
    if (place === null || desk === null) return;
    const openByKey = () => {
      const current = desk.store.getState().line;
      const element =
        current === null ? null : place.querySelector(`[data-line=${JSON.stringify(current.lineId)}]`);
      const box = element?.getBoundingClientRect();
      if (element === null || element === undefined || box === undefined) return;
      element.dispatchEvent(
        new MouseEvent('contextmenu', {
          bubbles: true,
          cancelable: true,
          clientX: box.left,
          clientY: box.bottom,
        }),
      );
    };
    place.addEventListener('line-menu', openByKey);
    return () => place.removeEventListener('line-menu', openByKey);
  }, [desk, host]);

  const items: MenuProps['items'] =
    desk === null || line === null
      ? []
      : [
          {
            key: 'roles',
            label: '角色',
            children: [
              ...props.roles.map((role) => ({
                key: `role-${role.id}`,
                label: mainName(role),
                onClick: () => desk.session.assign(role.id),
              })),
            ],
          },
          {
            key: 'unassign',
            label: '取消角色',
            disabled: line.roleId === null,
            onClick: () => desk.session.assign(null),
          },
          { type: 'divider' },
          { key: 'before', label: '在前面加 OS', onClick: () => setAside(0) },
          { key: 'after', label: '在后面加 OS', onClick: () => setAside(1) },
          { type: 'divider' },
          { key: 'split', label: '在光标处拆分', onClick: () => desk.session.split() },
          { key: 'merge', label: '与相邻台词合并', onClick: () => desk.session.merge() },
          {
            key: 'dialogue',
            label: line.kind === 'narration' ? '恢复为台词' : '不是台词',
            onClick: () => desk.session.toggleDialogue(),
          },
        ];
  const closeAside = () => {
    setAside(null);
    setText('');
    desk?.focus();
  };

  return (
    <>
      <Dropdown
        trigger={['contextMenu']}
        disabled={props.readOnly || desk === null}
        menu={{ items, className: 'line-menu' }}
      >
        {props.children}
      </Dropdown>
      <Modal
        open={aside !== null}
        centered
        title={aside === 0 ? '在这一句前面加 OS' : '在这一句后面加 OS'}
        okText="加入"
        cancelText="取消"
        okButtonProps={{ disabled: text.trim() === '' }}
        onOk={() => {
          if (aside !== null) desk?.session.aside(aside, text);
          closeAside();
        }}
        onCancel={closeAside}
        destroyOnHidden
      >
        <p className="muted">OS 是画本加进去的话，不算原文；角色与这一句相同。</p>
        <Input.TextArea
          autoFocus
          aria-label="OS 的文字"
          rows={3}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Modal>
    </>
  );
}
