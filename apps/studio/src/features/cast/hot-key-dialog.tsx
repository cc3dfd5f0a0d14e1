import { narrationClassName } from '@huaben/contract';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { failureText } from '../../lib/api.ts';
import { toast } from '../../ui/index.ts';
import { saveHotKeys } from './cast.queries.ts';
import { possibleKeys } from './hot-keys.ts';
import { mainName } from './role.ts';
import type { Role } from './role.ts';

const digits = [...'1234567890'];

/** Which key assigns which role in this novel. Roles without a chosen key get a spare one by themselves. */
export function HotKeyDialog(props: {
  novelId: string;
  roles: readonly Role[];
  chosen: Readonly<Record<string, string>>;
  close: () => void;
}) {
  const [chosen, setChosen] = useState<Record<string, string>>({ ...props.chosen });
  const [busy, setBusy] = useState(false);
  const keyOf = (roleId: string) => Object.entries(chosen).find(([, id]) => id === roleId)?.[0] ?? '';

  const put = (roleId: string, typed: string) => {
    const key = typed.slice(-1).toLowerCase();
    if (key !== '' && !possibleKeys.includes(key)) return;
    const others = Object.entries(chosen).filter(([used, id]) => id !== roleId && used !== key);
    setChosen(Object.fromEntries(key === '' ? others : [...others, [key, roleId]]));
  };

  const save = async () => {
    setBusy(true);
    try {
      await saveHotKeys(props.novelId, chosen);
      props.close();
    } catch (error) {
      toast.error(failureText(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      centered
      title="角色快捷键"
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={props.close}
      width={420}
    >
      <p className="muted">
        不指定的角色自动分配。1、2、3 平时用来采纳建议；指定给角色之后，采纳建议改用 Alt+1、2、3。
      </p>
      <p className="hot-key-presets">
        <Button size="small" onClick={() => setChosen({})}>
          全部自动
        </Button>
        <Button
          size="small"
          onClick={() =>
            setChosen(
              Object.fromEntries(
                props.roles
                  .filter((role) => role.id !== narrationClassName)
                  .slice(0, digits.length)
                  .map((role, index) => [digits[index] ?? '', role.id]),
              ),
            )
          }
        >
          数字键给前十个角色
        </Button>
      </p>
      <ul className="hot-keys">
        {props.roles.map((role) => (
          <li key={role.id}>
            <span>{mainName(role)}</span>
            <Input
              size="small"
              aria-label={`${mainName(role)} 的快捷键`}
              placeholder="自动"
              value={keyOf(role.id)}
              onChange={(event) => put(role.id, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
