import type { AnswerOf, Call, FilesOf, ParamsOf, Refusal } from '@huaben/contract';
import type { NovelAccess } from '@huaben/domain';
import type { Readable } from 'node:stream';
import type { Trx } from '../db/database.ts';
import type { Enqueue } from '../jobs/job.ts';
import type { Record } from '../outbox/outbox.ts';
import type { Log } from '../log.ts';

/** Who is calling. */
export interface Actor {
  readonly userId: string;
  readonly userName: string;
  readonly demo: boolean;
  readonly sessionHash: Buffer;
}

/** What a handler may use of the request itself. */
export interface CallOrigin {
  readonly address: string;
  readonly log: Log;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/** Everything a handler gets: one transaction, the judged actor, and the two ways to have effects. */
export interface CallContext extends CallOrigin {
  readonly trx: Trx;
  /** The caller; reading it without a session refuses with LOGGED_OUT. */
  readonly actor: Actor;
  /** The novels that the call's rule was judged on, all of them permitted. */
  readonly novels: readonly NovelAccess[];
  /** The only novel of a call on one; refuses when the call concerns several. */
  readonly novel: NovelAccess;
  readonly now: Date;
  readonly record: Record;
  readonly enqueue: Enqueue;
}

/** An uploaded part, whole. */
export interface UploadedFile {
  readonly bytes: Buffer;
  readonly fileName: string;
}

/** Bytes instead of an envelope. */
export interface BlobAnswer {
  readonly type: string;
  readonly fileName: string | null;
  readonly length: number | null;
  readonly body: Buffer | Readable;
}

type Files<C extends Call> = Readonly<{ [K in FilesOf<C> & string]: UploadedFile }>;
type Answer<C extends Call> = C['response'] extends 'blob' ? BlobAnswer : AnswerOf<C>;

/**
 * The work of one call, in one transaction: load, may, decide, save, record, reply. A thrown Refusal
 * rolls everything back; a returned one is answered after the commit, for what must be kept although
 * the answer is no.
 */
export type Handle<C extends Call> = (
  context: CallContext,
  params: ParamsOf<C>,
  files: Files<C>,
) => Promise<Answer<C> | Refusal>;

/** A handler whose slow computing happens before the transaction opens. */
export interface PreparedHandler<C extends Call, P> {
  /** Runs without a connection: parsing, hashing. */
  prepare(params: ParamsOf<C>, files: Files<C>, origin: CallOrigin): Promise<P>;
  handle(
    context: CallContext,
    params: ParamsOf<C>,
    files: Files<C>,
    prepared: P,
  ): Promise<Answer<C> | Refusal>;
}

/** The handlers of a feature: one for each call, no more and no less. */
export type Handlers<T extends Readonly<{ [K in keyof T]: Call }>> = {
  readonly [K in keyof T]: Handle<T[K]> | PreparedHandler<T[K], never>;
};

/** Declares a handler with a prepared part; what `prepare` returns reaches `handle`. */
export const prepared = <C extends Call, P>(handler: PreparedHandler<C, P>): PreparedHandler<C, never> =>
  handler as unknown as PreparedHandler<C, never>;
