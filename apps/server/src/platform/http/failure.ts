import { randomUUID } from 'node:crypto';
import { errorSuffix, refused, Refusal, replyCodes } from '@huaben/contract';
import type { ReplyEnvelope } from '@huaben/contract';
import type { Log } from '../log.ts';

const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
]);

const failure = (msg: string, data: unknown): ReplyEnvelope => ({
  code: replyCodes.common,
  msg: msg + errorSuffix,
  data,
});

/** Whether the database is away for the moment, so that the client should try again soon. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && unavailable.has(String(error.code))) return true;
  // The socket of an embedded database that is down is a file that is not there.
  if ('code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect')
    return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/**
 * Turns whatever was thrown into a reply. Refusals are 200 with their code (429 for too many requests); a missing database is 503;
 * anything else is a 500 with a number under which it is logged once, and no detail.
 */
export function replyToError(error: unknown, log: Log): { status: number; envelope: ReplyEnvelope } {
  if (error instanceof Refusal) {
    return { status: error.refusal === 'TOO_OFTEN' ? 429 : 200, envelope: refused(error) };
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  if (status === 413)
    return {
      status: 200,
      envelope: refused(new Refusal('BAD_REQUEST', { text: '提交的内容太大，请减小后重试' })),
    };
  if (status >= 400 && status < 500) return { status: 200, envelope: refused(new Refusal('BAD_REQUEST')) };
  if (isUnavailable(error)) {
    log.warn({ event: 'http.unavailable', err: error });
    return { status: 503, envelope: failure('服务正在恢复，请几秒后重试；未保存的内容仍在本地草稿中', null) };
  }
  const id = randomUUID();
  log.error({ event: 'http.failure', id, err: error });
  return {
    status: 500,
    envelope: failure(`服务器出错了，请稍后重试；若反复出现，请把编号 ${id} 发给管理员`, { id }),
  };
}
