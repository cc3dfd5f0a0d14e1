import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { PhoneFields } from './phone-fields.tsx';
import { canSeal, cannotSealText, sealPassword } from './seal-password.ts';
import { SmsFields } from './sms-fields.tsx';
import { formFailure, receiptOf, useSms } from './use-sms.ts';

interface LoginValues {
  countryCode: string;
  phone: string;
  password: string;
  code: string;
}

type Session = Awaited<ReturnType<typeof api.account.login>>;

/** Signs in with phone and password, or phone and SMS code. */
export function LoginForm({ onSession }: { onSession: (session: Session) => void }) {
  const [way, setWay] = useState<'password' | 'sms'>(() => (canSeal() ? 'password' : 'sms'));
  const sms = useSms('login');
  const [form] = Form.useForm<LoginValues>();
  const login = useMutation({
    mutationFn: async ({ phone, countryCode, password, code }: LoginValues) => {
      if (way === 'password') {
        return api.account.login({ phone, countryCode, password: await sealPassword(password) });
      }
      return api.account.login({ phone, countryCode, code, coderemark: receiptOf(sms) });
    },
    onSuccess: onSession,
  });
  const blocked = way === 'password' && !canSeal();
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => login.mutate(values)}>
      <Form.Item>
        <Segmented<'password' | 'sms'>
          block
          aria-label="登录方式"
          value={way}
          onChange={(next) => {
            login.reset();
            setWay(next);
          }}
          options={[
            { value: 'password', label: '密码登录' },
            { value: 'sms', label: '短信登录' },
          ]}
        />
      </Form.Item>
      <PhoneFields />
      {way === 'password' ? (
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password autoComplete="current-password" placeholder="请输入密码" />
        </Form.Item>
      ) : (
        <SmsFields sms={sms} />
      )}
      {blocked && <Alert type="warning" showIcon title={cannotSealText} className="form-alert" />}
      {login.error && <Alert type="error" showIcon title={formFailure(login.error)} className="form-alert" />}
      <Button
        type="primary"
        htmlType="submit"
        block
        size="large"
        disabled={blocked}
        loading={login.isPending}
      >
        登录
      </Button>
    </Form>
  );
}
