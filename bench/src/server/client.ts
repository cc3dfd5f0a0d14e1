import { apiPrefix, contract, createClient, replyEnvelope } from '@huaben/contract';
import type { Client, Contract, Transport } from '@huaben/contract';

/** A file of a multipart call. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The typed client over HTTP. */
export type Api = Client<Contract, SentFile, Uint8Array>;

const mostMs = 120_000;

const transport = (url: string, token: string): Transport<SentFile, Uint8Array> => ({
  async send(call, input, files) {
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const address = new URL(`${url}${apiPrefix}${call.path}`);
    const headers: Record<string, string> = token === '' ? {} : { token };
    let body: FormData | string | null = null;
    if (call.method === 'GET') {
      for (const [name, value] of given) address.searchParams.set(name, String(value));
    } else if (files === undefined) {
      headers['content-type'] = 'application/json';
      body = JSON.stringify(Object.fromEntries(given));
    } else {
      body = new FormData();
      for (const [name, value] of given) body.set(name, String(value));
      for (const [name, file] of Object.entries(files)) body.set(name, new Blob([file.bytes]), file.name);
    }
    const reply = await fetch(address, {
      method: call.method,
      headers,
      body,
      signal: AbortSignal.timeout(mostMs),
    });
    if (reply.headers.get('content-type')?.startsWith('application/json') === true)
      return { envelope: replyEnvelope.parse(await reply.json()) };
    return { blob: new Uint8Array(await reply.arrayBuffer()) };
  },
});

/** A client that is signed in to the trial account. */
export async function signedIn(url: string): Promise<Api> {
  const { token } = await createClient(contract, transport(url, '')).account.demoLogin({});
  return createClient(contract, transport(url, token));
}
