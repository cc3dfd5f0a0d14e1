import { Form, Input, Select, Space } from 'antd';
import type { Rule } from 'antd/es/form';
import { useMemo } from 'react';
import { countries } from './countries.ts';

const mainland = '86';

function checkPhone(phone: string, countryCode: string): string | null {
  if (!phone) return '请输入手机号';
  if (!/^\d+$/.test(phone)) return '手机号只能是数字，请核对';
  if (countryCode === mainland && !/^1\d{10}$/.test(phone))
    return '中国大陆手机号是 1 开头的 11 位数字，请核对';
  return phone.length < 5 || phone.length > 15 ? '手机号应为 5 到 15 位数字，请核对' : null;
}

/** Country code and phone number; `taken` may ask the server about a well-formed number. */
export function PhoneFields({
  taken,
}: {
  taken?: (phone: string, countryCode: string) => Promise<string | null>;
}) {
  const options = useMemo(
    () => countries().map(({ name, code }) => ({ value: code, label: `+${code}`, full: `${name} +${code}` })),
    [],
  );
  const wellFormed: Rule = ({ getFieldValue }) => ({
    validator: (_rule, phone: string | undefined) => {
      const wrong = checkPhone(phone ?? '', getFieldValue('countryCode') as string);
      return wrong ? Promise.reject(new Error(wrong)) : Promise.resolve();
    },
  });
  const notTaken: Rule = ({ getFieldValue }) => ({
    validateTrigger: 'onBlur',
    validator: async (_rule, phone: string | undefined) => {
      const code = getFieldValue('countryCode') as string;
      if (!taken || !phone || checkPhone(phone, code)) return;
      const wrong = await taken(phone, code);
      if (wrong) throw new Error(wrong);
    },
  });
  return (
    <Form.Item label="手机号" htmlFor="phone" required>
      <Space.Compact block>
        <Form.Item name="countryCode" noStyle initialValue={mainland}>
          <Select
            aria-label="国家或地区代码"
            style={{ width: 96 }}
            options={options}
            popupMatchSelectWidth={220}
            showSearch={{ optionFilterProp: 'full' }}
            optionRender={(option) => option.data.full}
          />
        </Form.Item>
        <Form.Item
          name="phone"
          noStyle
          normalize={(value: string) => value.replace(/[\s-]/g, '')}
          validateTrigger={['onBlur']}
          rules={taken ? [wellFormed, notTaken] : [wellFormed]}
        >
          <Input
            id="phone"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={20}
            placeholder="请输入手机号"
          />
        </Form.Item>
      </Space.Compact>
    </Form.Item>
  );
}
