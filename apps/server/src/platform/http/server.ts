import { existsSync } from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import websocket from '@fastify/websocket';
import { apiPrefix, openApiDocument, refused, Refusal } from '@huaben/contract';
import type { Call } from '@huaben/contract';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import { replyToError } from './failure.ts';
import { openApiPage } from './openapi-page.ts';

/** What the bare web server needs. */
export interface ServerOptions {
  readonly log: Log;
  readonly trustProxy: boolean;
  /** Folder of the built studio, or null when only the calls are served. */
  readonly studioDir: string | null;
  readonly version: string;
  readonly calls: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  /** Multiplies every rate limit; tests make thousands of calls from one address. */
  readonly rateFactor: number;
}

/** The Fastify instance with everything that is not a call: headers, limits, errors, documents, the studio. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy,
    bodyLimit: 2_097_152,
    requestTimeout: 150_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, envelope } = replyToError(error, options.log);
    return reply.status(status).send(envelope);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // The component library writes its styles at run time; text never becomes a style.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: options.trustProxy,
    referrerPolicy: { policy: 'no-referrer' },
  });
  await app.register(rateLimit, {
    global: true,
    max: (_request, _key) => 6000 * options.rateFactor,
    timeWindow: '1 minute',
    keyGenerator: (request) => {
      const token = request.headers['token'];
      return typeof token === 'string' && token !== '' ? `t:${token}` : `a:${request.ip}`;
    },
    // Thrown, so that the error handler answers it like every other refusal.
    errorResponseBuilder: (_request, context) =>
      new Refusal('TOO_OFTEN', { text: `操作太频繁，请 ${Math.ceil(context.ttl / 1000)} 秒后再试` }),
  });
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 1024, perMessageDeflate: false } });

  const document = openApiDocument(options.calls, options.version);
  app.get(`${apiPrefix}openapi.json`, () => document);
  app.get(`${apiPrefix}openapi`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(openApiPage(document)),
  );
  if (options.studioDir !== null) await serveStudio(app, options.studioDir);
  else
    app.setNotFoundHandler((_request, reply) =>
      reply.status(404).send(refused(new Refusal('BAD_REQUEST', { text: '没有这个地址' }))),
    );
  return app;
}

async function serveStudio(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const hashed = path.relative(root, file).startsWith(`assets${path.sep}`);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const index = path.join(root, 'index.html');
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html');
    if (isPage && existsSync(index)) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply.status(404).send(refused(new Refusal('BAD_REQUEST', { text: '没有这个地址' })));
  });
}
