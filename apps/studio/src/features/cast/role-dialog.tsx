import { narrationClassName } from '@huaben/contract';
import type { RoleStyle } from '@huaben/contract';
import { Alert, Form, Input, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { parseRoleStyle } from '../../editor/role-sheet.ts';
import { failureText } from '../../lib/api.ts';
import { roleNames } from './role.ts';
import type { Role } from './role.ts';
import type { RoleFields } from './role-edits.ts';
import { StylePicker } from './style-picker.tsx';

const longestName = 40;
const mostNames = 30;

/** The fields of a role as the server has them now. */
export function fieldsOf(role: Role): RoleFields {
  return {
    names: roleNames(role),
    sex: role.sex,
    description: role.description,
    cv: role.cv,
    style: parseRoleStyle(role.style),
  };
}

/** Creates (`role` null) or changes a role. `submit` rejects with the reason that is shown in the dialog. */
export function RoleDialog(props: {
  role: Role | null;
  initialName?: string;
  submit: (fields: RoleFields) => Promise<void>;
  close: () => void;
}) {
  const { role } = props;
  const [fields, setFields] = useState<RoleFields>(() =>
    role === null
      ? {
          names: props.initialName ? [props.initialName] : [],
          sex: 'male',
          description: '',
          cv: '',
          style: null,
        }
      : fieldsOf(role),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isNarration = role?.id === narrationClassName;
  const change = (part: Partial<RoleFields>) => setFields((now) => ({ ...now, ...part }));

  const submit = async () => {
    if (fields.names.length === 0) return setProblem('角色还没有名字，请输入后按回车');
    const long = fields.names.find((name) => name.length > longestName);
    if (long !== undefined) return setProblem(`「${long.slice(0, 12)}…」超过 ${longestName} 个字，请改短`);
    setBusy(true);
    try {
      await props.submit(fields);
      props.close();
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      centered
      title={role === null ? '新建角色' : `编辑角色「${roleNames(role)[0] ?? ''}」`}
      okText={role === null ? '新建' : '保存'}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={props.close}
      width={520}
    >
      <Form layout="vertical" onFinish={() => void submit()}>
        {problem !== null && <Alert type="warning" showIcon title={problem} role="alert" />}
        <Form.Item label="名字与别名" htmlFor="role-names" extra="第一个是主名，其余是别名；输入后按回车">
          <Select
            id="role-names"
            mode="tags"
            open={false}
            suffixIcon={null}
            autoFocus
            disabled={isNarration}
            value={[...fields.names]}
            maxCount={mostNames}
            tokenSeparators={['，', ',', '、', ' ']}
            onChange={(names: string[]) =>
              change({ names: names.map((name) => name.trim()).filter(Boolean) })
            }
          />
        </Form.Item>
        <Form.Item label="性别">
          <Radio.Group
            disabled={isNarration}
            value={fields.sex}
            onChange={(event) => change({ sex: event.target.value as Role['sex'] })}
            options={[
              { label: '男', value: 'male' },
              { label: '女', value: 'female' },
              { label: '未知', value: '' },
            ]}
          />
        </Form.Item>
        <Form.Item label="CV" htmlFor="role-cv">
          <Input
            id="role-cv"
            value={fields.cv}
            maxLength={40}
            onChange={(event) => change({ cv: event.target.value })}
          />
        </Form.Item>
        <Form.Item label="描述" htmlFor="role-description">
          <Input.TextArea
            id="role-description"
            rows={2}
            maxLength={2000}
            disabled={isNarration}
            value={fields.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Form.Item>
        <Form.Item label="颜色">
          <StylePicker
            value={fields.style}
            sample={fields.names[0] ?? '角色'}
            onChange={(style: RoleStyle | null) => change({ style })}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
