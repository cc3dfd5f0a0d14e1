import { narrationClassName } from '@huaben/contract';
import { Form, Input, Modal, Radio, Select } from 'antd';
import type { InputRef } from 'antd';
import { useRef, useState } from 'react';
import { mainName, matchesPinyin, roleNames } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';
import type { RosterChange, RosterRow } from './roster-edit.ts';

const longestName = 40;
const newRole = '';

/** Corrects a found character: its names, its sex, or the role that it is already. */
export function RosterRowDialog(props: {
  readonly row: RosterRow;
  readonly roles: readonly Role[];
  readonly onSave: (change: RosterChange) => void;
  readonly onClose: () => void;
}) {
  const { row } = props;
  const input = useRef<InputRef>(null);
  const [name, setName] = useState(row.name);
  const [aliases, setAliases] = useState<string[]>([...row.aliases]);
  const [sex, setSex] = useState(row.sex);
  const [into, setInto] = useState(row.into?.id ?? newRole);
  const roles = props.roles.filter((role) => role.id !== narrationClassName);
  const merged = roles.find((role) => role.id === into);
  const save = () => {
    if (name.trim() === '') return;
    props.onSave({
      name: name.trim(),
      aliases: aliases.map((alias) => alias.trim()).filter(Boolean),
      sex,
      wanted: true,
      into: merged === undefined ? null : { id: merged.id, name: mainName(merged) },
    });
  };
  return (
    <Modal
      open
      centered
      title={`「${row.name}」`}
      okText="改好了"
      cancelText="取消"
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={save}
      onCancel={props.onClose}
      // The dialog takes the focus itself when it opens.
      afterOpenChange={(open) => open && input.current?.focus()}
      width={460}
    >
      <Form layout="vertical" onFinish={save}>
        <Form.Item label="名字" htmlFor="found-name">
          <Input
            ref={input}
            id="found-name"
            maxLength={longestName}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        <Form.Item label="别名" htmlFor="found-aliases" extra="输入后按回车">
          <Select
            id="found-aliases"
            mode="tags"
            open={false}
            suffixIcon={null}
            value={aliases}
            tokenSeparators={['，', ',', '、', ' ']}
            onChange={setAliases}
          />
        </Form.Item>
        <Form.Item label="性别">
          <Radio.Group
            disabled={merged !== undefined}
            value={sex}
            onChange={(event) => setSex(event.target.value as RosterRow['sex'])}
            options={[
              { label: '男', value: 'male' },
              { label: '女', value: 'female' },
              { label: '未知', value: '' },
            ]}
          />
        </Form.Item>
        <Form.Item
          label="归到"
          htmlFor="found-into"
          extra={merged === undefined ? undefined : `名字和别名都记为「${mainName(merged)}」的别名`}
        >
          <Select
            id="found-into"
            showSearch={{
              filterOption: (typed, option) =>
                option?.value === newRole || matchesPinyin(String(option?.names ?? ''), typed),
            }}
            value={into}
            onChange={setInto}
            options={[
              { value: newRole, label: '新角色', names: '' },
              ...roles.map((role) => ({
                value: role.id,
                label: mainName(role),
                names: roleNames(role).join(' '),
              })),
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
