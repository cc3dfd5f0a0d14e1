import { expect, it } from 'vitest';
import { smsCodeIn } from './sms-code.ts';

it('finds six digits that stand alone', () => {
  expect(smsCodeIn('【画本工坊】验证码 048213，5 分钟内有效')).toBe('048213');
  expect(smsCodeIn('订单 20260101 已付款')).toBeNull();
});
