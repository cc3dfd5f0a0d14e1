import * as z from 'zod';
import { id, instant, lineOfText } from '../shapes.ts';

/** The wire's sex of a person or role: empty means unknown. */
export const sex = z.enum(['', 'male', 'female']);

/** Country code without plus, e.g. 86. */
export const countryCode = z.string().regex(/^[1-9]\d{0,3}$/, '国家或地区代码有误');

/** A phone number: digits only; mainland numbers are checked to eleven digits. */
export const phone = z.string().regex(/^\d{5,15}$/, '手机号只能是数字，请核对');

/** The nickname of a user. */
export const userName = lineOfText(24, '昵称');

/** RSA-OAEP-SHA256 ciphertext, base64, of JSON {password, nonce, time}. */
export const sealedPassword = z.string().min(100).max(2000);

/** The signed-in user. */
export const user = z.object({
  id,
  userName: z.string(),
  image: z.string(),
  phone: z.string(),
  sex,
  expireTime: instant.nullable(),
  memberWordCount: z.number().int(),
  wordCountPackage: z.number().int(),
  ontrackReceive: z.number().int(),
  grayscale: z.number().int(),
  audioGrade: z.number().int(),
  audioCapacity: z.number().int(),
  chickenCoins: z.number().int(),
  accumulatedRecharge: z.number().int(),
  editUser: z.number().int(),
  giveFirstMember: z.number().int(),
  /** Beside the specification: the shared trial account of this installation. */
  demo: z.boolean(),
});

/** A fresh session. */
export const session = z.object({ token: z.string(), expires: instant });
