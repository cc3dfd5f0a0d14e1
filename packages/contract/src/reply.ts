import * as z from 'zod';
import { errorSuffix, replyCodes } from './refusal.ts';
import type { Refusal, RefusalName } from './refusal.ts';

/** The envelope of every reply, as any client of the wire reads it. */
export const replyEnvelope = z.object({
  code: z.number().int(),
  msg: z.string(),
  data: z.unknown(),
  /** Beside the specification's three fields: which refusal it was and what the screen needs to show it. */
  refusal: z.object({ name: z.string(), detail: z.record(z.string(), z.unknown()) }).optional(),
});

/** A parsed envelope. */
export type ReplyEnvelope = z.infer<typeof replyEnvelope>;

/** Wraps a successful result. */
export const success = (data: unknown): ReplyEnvelope => ({ code: replyCodes.success, msg: '成功', data });

/** Wraps a refusal; its messages become the wire's `data` list. */
export const refused = (refusal: Refusal): ReplyEnvelope => ({
  code: refusal.code,
  msg: refusal.message + errorSuffix,
  data: refusal.messages.length > 0 ? refusal.messages : null,
  refusal: { name: refusal.refusal satisfies RefusalName, detail: { ...refusal.detail } },
});
