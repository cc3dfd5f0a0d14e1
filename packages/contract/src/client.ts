import type { Call, FilesOf, InputOf, ResultOf } from './call.ts';
import { replyCodes } from './refusal.ts';
import type { RefusalName } from './refusal.ts';
import type { ReplyEnvelope } from './reply.ts';

/** What one request needs to travel. `P` is a file part, `B` a received blob, of the client's platform. */
export interface Transport<P, B> {
  send(
    call: Call,
    input: Readonly<Record<string, unknown>>,
    files: Readonly<Record<string, P>> | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<{ envelope: ReplyEnvelope } | { blob: B }>;
}

/** The part of AbortSignal that this package may name without a DOM. */
export interface AbortSignalLike {
  readonly aborted: boolean;
}

/** A reply that was not a success, as client code catches it. */
export class CallFailed extends Error {
  readonly code: number;
  /** The refusal's name, or null for an unforeseen failure. */
  readonly refusal: RefusalName | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Messages that are shown one by one (lock and check failures). */
  readonly messages: readonly string[];

  constructor(envelope: ReplyEnvelope) {
    super(envelope.msg);
    this.name = 'CallFailed';
    this.code = envelope.code;
    this.refusal = (envelope.refusal?.name as RefusalName | undefined) ?? null;
    this.detail = envelope.refusal?.detail ?? {};
    this.messages = Array.isArray(envelope.data)
      ? envelope.data.filter((item) => typeof item === 'string')
      : [];
  }
}

type FileParts<C extends Call, P> = Readonly<Record<FilesOf<C> & string, P>>;

/** A function for a call: files come second where the call has any. */
type ClientCall<C extends Call, P, B> = [FilesOf<C>] extends [never]
  ? (input: InputOf<C>, signal?: AbortSignalLike) => Promise<ResultOf<C, B>>
  : (input: InputOf<C>, files: FileParts<C, P>, signal?: AbortSignalLike) => Promise<ResultOf<C, B>>;

/** The typed client of a contract: `api.chapter.lockChapters({...})`. */
export type Client<T extends Readonly<Record<string, Readonly<Record<string, Call>>>>, P, B> = {
  readonly [F in keyof T]: { readonly [K in keyof T[F]]: ClientCall<T[F][K], P, B> };
};

/**
 * Builds the typed client. Replies are checked against the call's response schema, so that a server
 * of another version is noticed here and not deep in a screen.
 * @throws CallFailed for every reply whose code is not success.
 */
export function createClient<T extends Readonly<Record<string, Readonly<Record<string, Call>>>>, P, B>(
  calls: T,
  transport: Transport<P, B>,
): Client<T, P, B> {
  const run =
    (call: Call) =>
    async (input: Readonly<Record<string, unknown>>, second?: unknown, third?: unknown): Promise<unknown> => {
      const files = call.files ? (second as Readonly<Record<string, P>>) : undefined;
      const signal = (call.files ? third : second) as AbortSignalLike | undefined;
      const reply = await transport.send(call, input, files, signal);
      if ('blob' in reply) return reply.blob;
      if (reply.envelope.code !== replyCodes.success) throw new CallFailed(reply.envelope);
      return call.response === 'blob' ? reply.envelope.data : call.response.parse(reply.envelope.data);
    };
  const client = Object.fromEntries(
    Object.entries(calls).map(([feature, group]) => [
      feature,
      Object.fromEntries(Object.entries(group).map(([name, call]) => [name, run(call)])),
    ]),
  );
  // The keys come from the contract one by one; the mapped type cannot follow Object.fromEntries.
  return client as unknown as Client<T, P, B>;
}
