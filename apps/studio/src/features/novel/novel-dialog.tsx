import { genres } from '@huaben/contract';
import { Alert, Form, Input, Modal, Select } from 'antd';
import { failureText } from '../../lib/api.ts';

/** Name and genre as the dialog gives them. */
export interface NovelFields {
  readonly name: string;
  readonly genre: (typeof genres)[number] | null;
}

/** Makes a novel, or changes name and genre of one. */
export function NovelDialog(props: {
  readonly title: string;
  readonly okText: string;
  readonly initial?: NovelFields;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (fields: NovelFields) => void;
  readonly onClose: () => void;
}) {
  const [form] = Form.useForm<{ name: string; genre?: NovelFields['genre'] }>();
  return (
    <Modal
      open
      title={props.title}
      okText={props.okText}
      cancelText="取消"
      confirmLoading={props.busy}
      onOk={() => form.submit()}
      onCancel={props.onClose}
      afterOpenChange={(open) => {
        if (open) form.focusField('name');
      }}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={props.initial ?? { name: '' }}
        onFinish={({ name, genre }) => props.onSubmit({ name: name.trim(), genre: genre ?? null })}
      >
        <Form.Item
          name="name"
          label="小说名"
          rules={[
            { required: true, whitespace: true, message: '请输入小说名' },
            { max: 60, message: '小说名最多 60 个字' },
          ]}
        >
          <Input maxLength={60} placeholder="如：骆驼祥子" onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="genre" label="类型">
          <Select
            allowClear
            placeholder="可以以后再选"
            options={genres.map((genre) => ({ value: genre, label: genre }))}
          />
        </Form.Item>
      </Form>
      {props.error !== null && <Alert type="error" showIcon title={failureText(props.error)} />}
    </Modal>
  );
}
