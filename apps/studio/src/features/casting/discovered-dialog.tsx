import type { DiscoveredName } from '@huaben/casting';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';

const sexes = { male: '男', female: '女' } as const;

/** 一键建角色: the names found in the text, to be ticked. Those that speak are ticked already. */
export function DiscoveredDialog(props: {
  names: readonly DiscoveredName[];
  create: (chosen: readonly DiscoveredName[]) => Promise<void>;
  close: () => void;
}) {
  const { names } = props;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(names.filter((found) => found.speaks > 0).map((found) => found.name)),
  );
  const [busy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    await props.create(names.filter((found) => ticked.has(found.name)));
    props.close();
  };
  const all = ticked.size === names.length;
  return (
    <Modal
      open
      centered
      title="文中发现的人名"
      okText={`建 ${ticked.size} 个角色`}
      cancelText="取消"
      okButtonProps={{ disabled: ticked.size === 0 }}
      confirmLoading={busy}
      onOk={() => void create()}
      onCancel={props.close}
      width={460}
    >
      <Checkbox
        checked={all}
        indeterminate={ticked.size > 0 && !all}
        onChange={() => setTicked(all ? new Set() : new Set(names.map((found) => found.name)))}
      >
        全选
      </Checkbox>
      <ul className="discovered">
        {names.map((found) => (
          <li key={found.name}>
            <Checkbox
              checked={ticked.has(found.name)}
              onChange={() => {
                const next = new Set(ticked);
                if (!next.delete(found.name)) next.add(found.name);
                setTicked(next);
              }}
            >
              {found.name}
              {found.aliases.length > 0 && <span className="muted">（{found.aliases.join('、')}）</span>}
            </Checkbox>
            <span className="muted">
              {found.sex === null ? '' : `${sexes[found.sex]}，`}提到 {found.mentions} 次，说话 {found.speaks}{' '}
              次
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
