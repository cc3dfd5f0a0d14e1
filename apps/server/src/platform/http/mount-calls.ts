import { apiPrefix, Refusal, refused, success } from '@huaben/contract';
import type { Call } from '@huaben/contract';
import type { NovelAccess } from '@huaben/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise } from '../access/authorise.ts';
import { inTransaction } from '../db/database.ts';
import type { Db, Trx } from '../db/database.ts';
import { enqueueIn } from '../jobs/job.ts';
import type { Log } from '../log.ts';
import { recordIn } from '../outbox/outbox.ts';
import type {
  Actor,
  BlobAnswer,
  CallContext,
  CallOrigin,
  Handle,
  Handlers,
  PreparedHandler,
  UploadedFile,
} from './handler.ts';
import { readMultipart } from './multipart-request.ts';
import { findActor } from './session.store.ts';

type Groups = Readonly<Record<string, Readonly<Record<string, Call>>>>;

/** One handler for every call of every group. */
export type AllHandlers<T extends Groups> = { readonly [F in keyof T]: Handlers<T[F]> };

type AnyHandler = Handle<Call> | PreparedHandler<Call, unknown>;

/** Public calls are counted by address alone: an invented token must not open a fresh count for guessing. */
const publicLimit = { max: 120, keyGenerator: (request: FastifyRequest) => `a:${request.ip}` };

const actors = new WeakMap<FastifyRequest, Actor>();

/** Mounts every call of the contract. Refuses to boot when a call lacks a permission rule or a handler. */
export function mountCalls<T extends Groups>(
  app: FastifyInstance,
  calls: T,
  handlers: AllHandlers<T>,
  platform: { readonly db: Db; readonly log: Log },
): void {
  for (const [feature, group] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(group)) {
      const handler = (handlers[feature] as Readonly<Record<string, AnyHandler>> | undefined)?.[name];
      // The types promise both; a boot check holds even for a contract that was built some other way.
      if (!(call.permission as unknown)) throw new Error(`call ${feature}.${name} has no permission rule`);
      if (!handler) throw new Error(`call ${feature}.${name} has no handler`);
      mountCall(app, call, handler, platform);
    }
  }
}

function mountCall(
  app: FastifyInstance,
  call: Call,
  handler: AnyHandler,
  { db, log }: { db: Db; log: Log },
): void {
  app.route({
    method: call.method,
    url: apiPrefix + call.path,
    config: { rateLimit: call.permission.scope === 'public' ? publicLimit : { max: 3000 } },
    // The session is judged before the body is read: strangers cannot make us hold their uploads.
    onRequest: async (request) => {
      const token = request.headers['token'];
      const actor =
        typeof token === 'string' && token !== '' && token.length <= 200 ? await findActor(db, token) : null;
      if (actor) actors.set(request, actor);
      else if (call.permission.scope !== 'public') throw new Refusal('LOGGED_OUT');
    },
    handler: async (request, reply) => {
      const { params, files } = await readRequest(call, request);
      const actor = actors.get(request) ?? null;
      const abort = new AbortController();
      reply.raw.once('close', () => abort.abort());
      const origin: CallOrigin = { address: request.ip, log, signal: abort.signal };
      const ready = 'handle' in handler ? await handler.prepare(params, files, origin) : undefined;
      const answer = await inTransaction(db, async (trx) => {
        const novels = actor ? await authorise(trx, call, actor.userId, params) : [];
        const context = contextFor(trx, actor, novels, origin);
        return 'handle' in handler
          ? handler.handle(context, params, files, ready)
          : handler(context, params, files);
      });
      return sendAnswer(call, reply, answer);
    },
  });
}

async function readRequest(call: Call, request: FastifyRequest) {
  let raw: unknown = call.method === 'GET' ? { ...(request.query as object) } : (request.body ?? {});
  let files: Record<string, UploadedFile> = {};
  if (call.files) {
    const read = await readMultipart(request, call.files);
    raw = read.fields;
    files = read.files;
  }
  const parsed = call.params.safeParse(raw);
  if (!parsed.success) throw new Refusal('BAD_REQUEST', describeIssue(parsed.error.issues[0]));
  return { params: parsed.data as Record<string, unknown>, files };
}

/** Our own sentences are shown as they are; the library's are prefixed with the parameter's name. */
function describeIssue(issue: { message: string; path: readonly PropertyKey[] } | undefined) {
  if (!issue) return {};
  const parameter = issue.path.map(String).join('.');
  return {
    text:
      parameter === ''
        ? `提交的内容有误：${issue.message}`
        : `提交的内容有误（${parameter}）：${issue.message}`,
    detail: { parameter },
  };
}

function contextFor(
  trx: Trx,
  actor: Actor | null,
  novels: readonly NovelAccess[],
  origin: CallOrigin,
): CallContext {
  return {
    ...origin,
    trx,
    novels,
    now: new Date(),
    record: recordIn(trx),
    enqueue: enqueueIn(trx),
    get actor() {
      if (!actor) throw new Refusal('LOGGED_OUT');
      return actor;
    },
    get novel() {
      const [only, ...others] = novels;
      if (!only || others.length > 0) throw new Refusal('NOT_ALLOWED');
      return only;
    },
  };
}

const isBlob = (call: Call, _answer: unknown): _answer is BlobAnswer => call.response === 'blob';

function sendAnswer(call: Call, reply: FastifyReply, answer: unknown): FastifyReply {
  if (answer instanceof Refusal) return reply.send(refused(answer));
  if (isBlob(call, answer)) {
    void reply.type(answer.type).header('cache-control', 'private, no-store');
    if (answer.length !== null) void reply.header('content-length', answer.length);
    if (answer.fileName !== null) {
      void reply.header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(answer.fileName)}`,
      );
    }
    return reply.send(answer.body);
  }
  if (call.response === 'blob') throw new Error('unreachable');
  return reply.send(success(call.response.parse(answer)));
}
