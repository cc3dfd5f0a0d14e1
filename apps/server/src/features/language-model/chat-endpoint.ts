import * as z from 'zod';
import type { ChatMessage } from './prompt.ts';
import type { Flaw } from './read-answers.ts';
import type { ToldTokens } from './spending.ts';

/** Where the model is and how it is called; only the operator sets it. */
export interface ChatSettings {
  /** Base address, https unless the host is this machine; checked with the configuration. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly timeoutSeconds: number;
}

/** What came of one request. Reasons are Chinese and hold nothing that the endpoint said. */
export type ChatOutcome =
  | {
      readonly kind: 'reply';
      readonly content: string;
      /** False when the model was cut off at the limit. */
      readonly finished: boolean;
      readonly told: ToldTokens;
    }
  /** The endpoint answered, but not with a chat reply. */
  | { readonly kind: 'garbled'; readonly flaw: Flaw }
  /** May work later. */
  | {
      readonly kind: 'busy';
      readonly reason: string;
      readonly retryAfterSeconds: number | null;
      /** Whether the endpoint may have done the work. */
      readonly billed: boolean;
    }
  /** Will not work until somebody changes something. */
  | { readonly kind: 'refused'; readonly reason: string; readonly billed: boolean }
  | { readonly kind: 'cancelled' };

/** Asks the model once. Never throws. */
export type Chat = (
  messages: readonly ChatMessage[],
  replyTokens: number,
  signal: AbortSignal | undefined,
) => Promise<ChatOutcome>;

const largestReply = 1024 * 1024;

const tokenCount = z.int().min(0).optional().catch(undefined);
const chatReply = z.object({
  choices: z.array(
    z.object({
      message: z.object({ content: z.string().nullable().optional() }),
      finish_reason: z.unknown().optional(),
    }),
  ),
  usage: z
    .object({ prompt_tokens: tokenCount, completion_tokens: tokenCount })
    .nullable()
    .optional()
    .catch(undefined),
});

class ReplyTooLarge extends Error {}

async function readLimited(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the stream, and with it the connection.
  for await (const part of body) {
    size += part.byteLength;
    if (size > largestReply) throw new ReplyTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readReply(text: string): ChatOutcome {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'garbled', flaw: text.trim() === '' ? 'empty' : 'not-json' };
  }
  const reply = chatReply.safeParse(json);
  const choice = reply.data?.choices[0];
  if (!choice) return { kind: 'garbled', flaw: 'wrong-shape' };
  return {
    kind: 'reply',
    content: choice.message.content ?? '',
    finished: choice.finish_reason !== 'length',
    told: {
      input: reply.data?.usage?.prompt_tokens,
      output: reply.data?.usage?.completion_tokens,
    },
  };
}

/** Seconds until an instant or a number of seconds of a Retry-After header; null when it says nothing. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const instant = Date.parse(header);
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now) / 1000));
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400)
    return `语言模型的地址要求跳转（${status}），为安全没有跟随：请管理员把 LANGUAGE_MODEL_URL 改成最终地址`;
  if (status === 401 || status === 403)
    return `语言模型拒绝了访问密钥（${status}）：请管理员检查 LANGUAGE_MODEL_KEY`;
  if (status === 402) return '语言模型的账户余额不足：请管理员充值后再试';
  if (status === 404)
    return '语言模型的地址或模型名不存在（404）：请管理员检查 LANGUAGE_MODEL_URL 和 LANGUAGE_MODEL_NAME';
  return `语言模型不接受请求（${status}）：请管理员检查模型名和参数`;
}

/** Ends what a failed request left open; a body that nobody reads would keep its connection. */
const discard = async (response: Response): Promise<void> => {
  await response.body?.cancel().catch(() => undefined);
};

async function judge(response: Response): Promise<ChatOutcome> {
  const { status, headers } = response;
  if (status >= 200 && status < 300) {
    if (!/[/+]json\b/i.test(headers.get('content-type') ?? '')) {
      await discard(response);
      return { kind: 'garbled', flaw: 'wrong-content-type' };
    }
    return readReply(await readLimited(response.body));
  }
  await discard(response);
  if (status === 408 || status === 429 || status >= 500) {
    return {
      kind: 'busy',
      reason: status === 429 ? '语言模型限制了请求次数（429）' : `语言模型暂时出错（${status}）`,
      retryAfterSeconds: retryAfter(headers.get('retry-after'), Date.now()),
      billed: false,
    };
  }
  return { kind: 'refused', reason: refusalOf(status), billed: false };
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Object ? error.cause : error;
  const code = cause instanceof Object && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z0-9_]{3,50}$/.test(code) ? code : 'NETWORK';
};

/** Failures from before the request had left. */
const unsent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function failureOf(error: unknown): ChatOutcome {
  if (error instanceof ReplyTooLarge) return { kind: 'garbled', flaw: 'too-large' };
  // The message of an error may quote headers: only its code is told.
  const code = codeOf(error);
  if (/CERT|TLS|SIGNATURE/.test(code)) {
    const reason = `语言模型服务器的证书不可信（${code}）：请管理员检查 LANGUAGE_MODEL_URL`;
    return { kind: 'refused', reason, billed: false };
  }
  const billed = !unsent.test(code);
  const reason = billed ? `与语言模型的连接中断（${code}）` : `连接不上语言模型（${code}）`;
  return { kind: 'busy', reason, retryAfterSeconds: null, billed };
}

/** A model behind POST {base}/chat/completions. */
export function chatEndpoint({ url, key, model, timeoutSeconds }: ChatSettings): Chat {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  return async (messages, replyTokens, signal) => {
    if (signal?.aborted) return { kind: 'cancelled' };
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, messages, temperature: 0, max_tokens: replyTokens, stream: false }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return await judge(response);
    } catch (error) {
      if (signal?.aborted) return { kind: 'cancelled' };
      if (timeout.aborted) {
        const reason = `语言模型在 ${timeoutSeconds} 秒内没有答完`;
        return { kind: 'busy', reason, retryAfterSeconds: null, billed: true };
      }
      return failureOf(error);
    }
  };
}
