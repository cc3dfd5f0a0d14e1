import * as z from 'zod';

/** Id of any stored thing (UUID). */
export const id = z.uuid();

/** A non-empty set of ids; duplicates are folded away. */
export const ids = z
  .array(id)
  .min(1)
  .max(1000)
  .transform((list) => [...new Set(list)]);

/** An instant as ISO 8601 with zone. */
export const instant = z.iso.datetime({ offset: true });

/** A flag on the wire, 0 or 1, also as it arrives in a query string. */
export const flag = z.union([
  z.literal(0),
  z.literal(1),
  z.literal('0').transform(() => 0 as const),
  z.literal('1').transform(() => 1 as const),
]);

/** One-line text typed by a person: no control characters, trimmed. */
export const lineOfText = (max: number, label: string) =>
  z
    .string()
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, `${label}不能为空`)
        .max(max, `${label}最多 ${max} 个字`)
        .refine(
          (text) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text),
          `${label}含有不可见的控制字符，请删去后重试`,
        ),
    );

/** The replied nothing of a call that only acts. */
export const done = z.object({});
