import { Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { failureText } from '../../lib/api.ts';
import { toast } from '../../ui/index.ts';
import type { Sms } from './use-sms.ts';

/** Picture captcha, the button that sends the message, and the code's field. */
export function SmsFields({ sms }: { sms: Sms }) {
  const form = Form.useFormInstance<{ phone: string; countryCode: string; captcha: string }>();
  const [sending, setSending] = useState(false);
  const send = async () => {
    const to = await form.validateFields(['countryCode', 'phone', 'captcha']).catch(() => null);
    if (!to) return;
    setSending(true);
    try {
      await sms.send(to);
      form.setFieldValue('captcha', '');
      toast.success('验证码已发送，5 分钟内有效');
      form.focusField('code');
    } catch (error) {
      form.setFields([{ name: 'captcha', value: '', errors: [failureText(error)] }]);
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Form.Item label="图形验证码" htmlFor="captcha" required>
        <Space.Compact block>
          <Form.Item
            name="captcha"
            noStyle
            rules={[{ required: !sms.receipt, message: '请填写图中问题的答案' }]}
          >
            <Input
              id="captcha"
              autoComplete="off"
              maxLength={12}
              placeholder="图中问题的答案"
              onPressEnter={(event) => {
                event.preventDefault();
                void send();
              }}
            />
          </Form.Item>
          <button type="button" className="captcha" onClick={sms.newImage} title="看不清，换一张">
            {sms.image ? (
              <img src={sms.image} alt="图形验证码，点按换一张" />
            ) : (
              <span>{sms.imageError ? '没能加载，点按重试' : '加载中'}</span>
            )}
          </button>
        </Space.Compact>
      </Form.Item>
      <Form.Item label="短信验证码" htmlFor="code" required>
        <Space.Compact block>
          <Form.Item
            name="code"
            noStyle
            normalize={(value: string) => value.replace(/\D/g, '').slice(0, 6)}
            rules={[{ required: true, pattern: /^\d{6}$/, message: '请输入短信里的 6 位数字' }]}
          >
            <Input id="code" inputMode="numeric" autoComplete="one-time-code" placeholder="6 位数字" />
          </Form.Item>
          <Button onClick={() => void send()} loading={sending} disabled={sms.wait > 0}>
            {sms.wait > 0 ? `${sms.wait} 秒后可重发` : '获取验证码'}
          </Button>
        </Space.Compact>
      </Form.Item>
    </>
  );
}
