import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, replyEnvelope } from '@huaben/contract';
import type { Call, Client, Contract, Transport } from '@huaben/contract';
import { Logger, runOnce } from 'graphile-worker';
import type { TaskList } from 'graphile-worker';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { compose, contract } from '../composition.ts';
import type { Services } from '../composition.ts';
import type { CastingThread } from '../features/auto-marking/index.ts';
import type { LanguageModel } from '../features/language-model/index.ts';
import { readConfig } from '../config.ts';
import { diskBlobs } from '../platform/blobs/disk-blobs.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import type { Db } from '../platform/db/database.ts';
import { createTestDatabase } from '../platform/embedded-postgres/testing.ts';
import { jobTable } from '../platform/jobs/worker.ts';
import { createLog } from '../platform/log.ts';
import type { Log } from '../platform/log.ts';
import type { SpeechEngine } from '../platform/speech/index.ts';
import { createWeb } from '../web.ts';

/** A file of a multipart call. */
export interface TestFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A typed client whose calls go through HTTP into the application. */
export type TestClient = Client<Contract, TestFile, Buffer>;

/** The whole application over a database of its own. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly services: Services;
  /** Calls as whoever holds the token; without one as nobody. */
  as(token: string | null): TestClient;
  /** Runs the waiting background jobs to their end. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

const boundary = '----huaben-test';

function multipartBody(
  fields: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, TestFile>>,
): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
      ),
    );
  }
  for (const [name, file] of Object.entries(files)) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${encodeURIComponent(file.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/** A request of a call as `app.inject` takes it. */
export function requestOf(
  call: Call,
  input: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, TestFile>> | undefined,
  token: string | null,
) {
  const headers: Record<string, string> = token === null ? {} : { token };
  const url = `/api/baseapp/${call.path}`;
  if (call.method === 'GET') {
    const query = Object.entries(input).filter(([, value]) => value !== undefined);
    return {
      method: 'GET' as const,
      url,
      headers,
      query: Object.fromEntries(query.map(([key, value]) => [key, String(value)])),
    };
  }
  if (!call.files) return { method: 'POST' as const, url, headers, payload: { ...input } };
  return {
    method: 'POST' as const,
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: multipartBody(input, files ?? {}),
  };
}

const transportTo = (app: FastifyInstance, token: string | null): Transport<TestFile, Buffer> => ({
  async send(call, input, files) {
    const reply = await app.inject(requestOf(call, input, files, token));
    if (String(reply.headers['content-type']).startsWith('application/json'))
      return { envelope: replyEnvelope.parse(reply.json()) };
    return { blob: reply.rawPayload };
  },
});

/** Builds the application for a test file; `engines` replace the built-in speech engine, `casting` the rules that find speakers; there is no language model but `model`. */
export async function buildApp(
  options: {
    engines?: readonly SpeechEngine[];
    casting?: CastingThread;
    model?: LanguageModel | null;
    env?: Readonly<Record<string, string>>;
    log?: Log;
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'huaben-app-'));
  const database = await createTestDatabase(inject('postgres'), inject('template'));
  const log = options.log ?? createLog(process.env['TEST_LOG'] ?? 'silent', {});
  const pool = openPool(database.connectionString, 10, log);
  const db = openDatabase(pool);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    STUDIO_DIR: path.join(dataDir, 'no-studio'),
    DATABASE_URL: database.connectionString,
    ...options.env,
  });
  const blobs = diskBlobs(path.join(dataDir, 'blobs'));
  const services: Services = {
    config,
    db,
    log,
    blobs,
    engines: options.engines ?? [],
    casting: options.casting,
    model: options.model ?? null,
  };
  const web = await createWeb(services, { url: database.connectionString, pool }, { rateFactor: 1000 });
  const stopping = new AbortController();
  const tasks = [...jobTable(compose(services).jobs).values()].map((job) => [
    job.id,
    async (raw: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
      const { attempts, max_attempts } = helpers.job;
      await job.run(
        { db, log, signal: stopping.signal, attempt: attempts, lastAttempt: attempts >= max_attempts },
        job.payload.parse(raw),
      );
    },
  ]);
  return {
    app: web.app,
    db,
    blobs,
    services,
    as: (token) => createClient(contract, transportTo(web.app, token)),
    runJobs: () =>
      runOnce({
        pgPool: pool,
        taskList: Object.fromEntries(tasks) as TaskList,
        concurrency: 1,
        noHandleSignals: true,
        logger: new Logger(() => () => undefined),
      }),
    async close() {
      await web.stop();
      await Promise.all(services.engines.map((engine) => engine.close()));
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
