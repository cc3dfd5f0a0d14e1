import { apiPrefix, replyEnvelope } from '@huaben/contract';
import type { Call, ReplyEnvelope, Transport } from '@huaben/contract';
import { readToken } from './token.ts';

const timeoutMs = 150_000;

/** The request did not get an answer that this client can read: network, time-out, or a foreign server. */
export class Unreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Unreachable';
  }
}

type Input = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function presentFields(input: Input): [string, string][] {
  return Object.entries(input).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[key, textOf(value)]],
  );
}

/** The address and options of one request, without credentials, timeouts and network. */
export function buildRequest(
  call: Pick<Call, 'method' | 'path'>,
  input: Input,
  files: Readonly<Record<string, Blob>> | undefined,
): { url: string; init: { method: string; headers: Record<string, string>; body?: BodyInit } } {
  const url = apiPrefix + call.path;
  if (call.method === 'GET') {
    const query = new URLSearchParams(presentFields(input)).toString();
    return { url: query ? `${url}?${query}` : url, init: { method: 'GET', headers: {} } };
  }
  if (files) {
    // Fields first, files last: the server can judge the request before it takes in megabytes.
    const form = new FormData();
    for (const [key, value] of presentFields(input)) form.append(key, value);
    for (const [key, file] of Object.entries(files)) form.append(key, file);
    return { url, init: { method: 'POST', headers: {}, body: form } };
  }
  return {
    url,
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
  };
}

/** The name in a Content-Disposition header, or null. */
export function dispositionName(header: string | null): string | null {
  if (!header) return null;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      return null;
    }
  }
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? null;
}

function abortSignal(signal: unknown): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal instanceof AbortSignal ? AbortSignal.any([signal, timeout]) : timeout;
}

async function readEnvelope(response: Response): Promise<ReplyEnvelope> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = replyEnvelope.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Unreachable(
    `服务器的回答无法识别（HTTP ${response.status}），请稍后重试；一直如此请联系站点管理员`,
  );
}

async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new Unreachable('请求超过 150 秒没有回答，请检查网络后重试', { cause: error });
    throw new Unreachable('连不上服务器，请检查网络后重试', { cause: error });
  }
}

/** Sends calls with fetch; a blob reply comes as a File when the server names it. */
export const fetchTransport: Transport<Blob, Blob> = {
  async send(call, input, files, signal) {
    const { url, init } = buildRequest(call, input, files);
    const token = readToken();
    if (token) init.headers['token'] = token;
    const response = await fetchOrExplain(url, { ...init, signal: abortSignal(signal), cache: 'no-store' });
    const disposition = response.headers.get('content-disposition');
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (call.response === 'blob' && response.ok && (disposition || !isJson)) {
      const blob = await response.blob();
      const name = dispositionName(disposition);
      return { blob: name ? new File([blob], name, { type: blob.type }) : blob };
    }
    return { envelope: await readEnvelope(response) };
  },
};
