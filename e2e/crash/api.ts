import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix, CallFailed, contract, createClient, replyEnvelope } from '@huaben/contract';
import type { Call, Client, Contract, Transport } from '@huaben/contract';
import { Violation } from './violation.ts';

/** The typed client of a running product. */
export type Api = Client<Contract, Blob, ArrayBuffer>;

/** Nobody knows whether the call had its effect: no answer, or "try again soon". */
export class Unanswered extends Error {}

/** What went wrong on the wire, counted over the run. */
export interface WireTally {
  /** Requests without an answer: connection refused, reset, or too slow. */
  lost: number;
  /** Answers "the service is recovering" (503). */
  recovering: number;
  /** Answers "the server failed" (500), which a mere outage must never be. */
  failures: string[];
}

/** A client gives a request up after this many milliseconds. */
const patienceMs = 20_000;

function requestOf(
  call: Call,
  input: Readonly<Record<string, unknown>>,
  files?: Readonly<Record<string, Blob>>,
) {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const texts = fields.map(([name, value]): [string, string] => [name, String(value)]);
  if (call.method === 'GET')
    return { query: `?${new URLSearchParams(texts).toString()}`, init: { method: 'GET' } };
  if (!call.files) {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    return { query: '', init: { method: 'POST', headers, body: JSON.stringify(Object.fromEntries(fields)) } };
  }
  const body = new FormData();
  for (const [name, text] of texts) body.append(name, text);
  for (const [name, file] of Object.entries(files ?? {})) body.append(name, file, name);
  return { query: '', init: { method: 'POST', body } };
}

function transportTo(origin: string, token: string | null, tally: WireTally): Transport<Blob, ArrayBuffer> {
  return {
    async send(call, input, files, signal) {
      const { query, init } = requestOf(call, input, files);
      const patience = AbortSignal.timeout(patienceMs);
      try {
        const response = await fetch(`${origin}${apiPrefix}${call.path}${query}`, {
          ...init,
          headers: { ...('headers' in init ? init.headers : {}), ...(token === null ? {} : { token }) },
          signal: signal instanceof AbortSignal ? AbortSignal.any([signal, patience]) : patience,
        });
        if (response.status === 503) {
          tally.recovering += 1;
          throw new Unanswered('503');
        }
        const envelope = replyEnvelope.parse(await response.json());
        if (response.status >= 500) {
          tally.failures.push(`${call.path}: ${envelope.msg}`);
          throw new Unanswered('500');
        }
        return { envelope };
      } catch (error) {
        if (error instanceof Unanswered) throw error;
        if (error instanceof Error && error.name === 'ZodError') throw error;
        tally.lost += 1;
        throw new Unanswered('no answer', { cause: error });
      }
    },
  };
}

/** A client that speaks for a session, or for nobody. */
export const createApi = (origin: string, token: string | null, tally: WireTally): Api =>
  createClient(contract, transportTo(origin, token, tally));

/** An outage may last this long, in milliseconds, before the product counts as not coming back. */
const outageMs = 120_000;

/**
 * Asks the same again until there is an answer. Calls must be safe to repeat.
 * @throws CallFailed for a refusal, Violation when no answer comes at all
 */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const until = Date.now() + outageMs;
  for (let wait = 40; ; wait = Math.min(400, wait * 1.5)) {
    try {
      return await ask();
    } catch (error) {
      const passing =
        error instanceof Unanswered || (error instanceof CallFailed && error.refusal === 'TOO_OFTEN');
      if (!passing) throw error;
      if (Date.now() > until)
        throw new Violation('the product answers again after an outage', { outageMs, error });
      await sleep(wait);
    }
  }
}
