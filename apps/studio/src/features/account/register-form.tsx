import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio } from 'antd';
import { api } from '../../lib/api.ts';
import { minPasswordLength, passwordStrength } from './password-strength.ts';
import type { PasswordStrength } from './password-strength.ts';
import { PhoneFields } from './phone-fields.tsx';
import { canSeal, cannotSealText, sealPassword } from './seal-password.ts';
import { SmsFields } from './sms-fields.tsx';
import { formFailure, receiptOf, useSms } from './use-sms.ts';

interface RegisterValues {
  countryCode: string;
  phone: string;
  code: string;
  password: string;
  userName: string;
  sex: '' | 'male' | 'female';
}

type Session = Awaited<ReturnType<typeof api.account.register>>;

const strengthText: Readonly<Record<PasswordStrength, string>> = {
  short: `至少 ${minPasswordLength} 个字符，可以用一句话`,
  weak: '强度：弱。太容易猜到，加长或混用字母、数字、符号',
  fair: '强度：中',
  strong: '强度：强',
};

// An answer that does not come must not hold up the form: the server checks again on registering.
const phoneTaken = (phone: string, countryCode: string) =>
  api.account.checkExists({ phone, countryCode }).then(
    ({ exist }) => (exist ? '该手机号已注册，请直接登录' : null),
    () => null,
  );
const nameTaken = (userName: string) =>
  api.account.checkExists({ userName }).then(
    ({ exist }) => exist,
    () => false,
  );

/** Makes an account and signs in. */
export function RegisterForm({ onSession }: { onSession: (session: Session) => void }) {
  const sms = useSms('register');
  const [form] = Form.useForm<RegisterValues>();
  const password = Form.useWatch('password', form) ?? '';
  const register = useMutation({
    mutationFn: async ({ countryCode, phone, code, password: typed, userName, sex }: RegisterValues) => {
      return api.account.register({
        countryCode,
        phone,
        code,
        coderemark: receiptOf(sms),
        password: await sealPassword(typed),
        userName: userName.trim(),
        sex,
      });
    },
    onSuccess: onSession,
  });
  if (!canSeal()) return <Alert type="warning" showIcon title={cannotSealText} />;
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => register.mutate(values)}>
      <PhoneFields taken={phoneTaken} />
      <SmsFields sms={sms} />
      <Form.Item
        name="password"
        label="密码"
        extra={
          <span data-strength={passwordStrength(password)}>{strengthText[passwordStrength(password)]}</span>
        }
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_rule, value: string | undefined) =>
              passwordStrength(value ?? '') === 'short'
                ? Promise.reject(new Error(`密码至少 ${minPasswordLength} 个字符`))
                : Promise.resolve(),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder="请设置密码" />
      </Form.Item>
      <Form.Item
        name="userName"
        label="昵称"
        validateTrigger="onBlur"
        validateFirst
        rules={[
          { required: true, whitespace: true, message: '请输入昵称' },
          { max: 24, message: '昵称最多 24 个字' },
          {
            validator: async (_rule, value: string | undefined) => {
              if (value && (await nameTaken(value.trim()))) throw new Error('该昵称已被使用，请换一个');
            },
          },
        ]}
      >
        <Input autoComplete="nickname" maxLength={24} placeholder="剧组里的人看到的名字" />
      </Form.Item>
      <Form.Item name="sex" label="性别" initialValue="">
        <Radio.Group
          options={[
            { value: 'male', label: '男' },
            { value: 'female', label: '女' },
            { value: '', label: '不说明' },
          ]}
        />
      </Form.Item>
      {register.error && (
        <Alert type="error" showIcon className="form-alert" title={formFailure(register.error)} />
      )}
      <Button type="primary" htmlType="submit" block size="large" loading={register.isPending}>
        注册
      </Button>
    </Form>
  );
}
