import { countWords, MAX_CHAPTER_CHARACTERS } from '@huaben/manuscript';
import { Alert, Form, Input, Modal } from 'antd';
import { api, failureText } from '../../lib/api.ts';
import { toast } from '../../ui/index.ts';
import { useChapterChange } from './chapter.queries.ts';

/** Makes one chapter from a title and, if wished, a text. */
export function NewChapterDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const [form] = Form.useForm<{ name: string; text?: string }>();
  const text = Form.useWatch('text', form) ?? '';
  const add = useChapterChange(productId, api.chapter.addChapter, 'dialog');
  return (
    <Modal
      open
      width={640}
      title="新建章节"
      okText="新建"
      cancelText="取消"
      mask={{ closable: text === '' }}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterOpenChange={(open) => {
        if (open) form.focusField('name');
      }}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ name, text: body }) =>
          add.mutate(
            { productId, name: name.trim(), ...(body?.trim() ? { text: body } : {}) },
            {
              onSuccess: () => {
                toast.success(`「${name.trim()}」已建好，在列表末尾`);
                onClose();
              },
            },
          )
        }
      >
        <Form.Item
          name="name"
          label="章节名"
          rules={[{ required: true, whitespace: true, message: '请输入章节名' }]}
        >
          <Input maxLength={100} placeholder="如：第一章 雪夜" />
        </Form.Item>
        <Form.Item
          name="text"
          label="正文（可不填）"
          extra={`${countWords(text).toLocaleString('zh-CN')} 字`}
          rules={[
            {
              validator: (_rule, value: string | undefined) =>
                (value?.length ?? 0) > MAX_CHAPTER_CHARACTERS
                  ? Promise.reject(
                      new Error(
                        `正文有 ${(value?.length ?? 0).toLocaleString('zh-CN')} 个字符，每章最多 5 万；请存成 txt 后用「导入 txt」自动拆分`,
                      ),
                    )
                  : Promise.resolve(),
            },
          ]}
        >
          <Input.TextArea autoSize={{ minRows: 6, maxRows: 16 }} placeholder="粘贴本章的文字" />
        </Form.Item>
      </Form>
      {add.error && <Alert type="error" showIcon title={failureText(add.error)} />}
    </Modal>
  );
}
