import path from 'node:path';
import * as z from 'zod';

const onOff = (otherwise: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(otherwise)
    .transform((value) => value === 'on');

/** Every setting: its shape, its default, and what it does. docs/configuration.md is made from this list. */
export const settings = {
  NODE_ENV: [
    z.enum(['development', 'production', 'test']).default('development'),
    '`production` removes the developer outbox and switches the demo account off unless DEMO=on.',
  ],
  PORT: [z.coerce.number().int().min(0).max(65535).default(8686), 'TCP port of the web server.'],
  HOST: [
    z.string().default('127.0.0.1'),
    'Address to listen on. Passwords are sealed in the browser, which needs https or localhost: put a TLS proxy in front before listening elsewhere.',
  ],
  DATA_DIR: [
    z.string().default('data'),
    'Folder of the embedded database, the blobs and the launcher state, relative to the working directory.',
  ],
  DATABASE_URL: [z.string().optional(), 'A PostgreSQL (15 or newer) to use instead of the embedded one.'],
  PG_BIN: [
    z.string().optional(),
    'Folder with `postgres` and `initdb` to use instead of the packaged binaries.',
  ],
  PG_RUN_AS: [
    z.string().optional(),
    'User that runs the embedded database when started as root; by default `postgres`, else `nobody`.',
  ],
  DB_POOL: [
    z.coerce.number().int().min(2).max(200).default(16),
    'Largest number of database connections of one process.',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'Least severe level that is logged.',
  ],
  DEMO: [
    z.enum(['on', 'off', 'auto']).default('auto'),
    'The one-click trial account; `auto` means on outside production.',
  ],
  TRUST_PROXY: [
    onOff('off'),
    'Take the client address from X-Forwarded-For. Only behind a proxy that sets it.',
  ],
  ALLOWED_ORIGINS: [
    z.string().default(''),
    'Comma-separated origins beside the own one that may open the live socket.',
  ],
  WORKER_CONCURRENCY: [
    z.coerce.number().int().min(1).max(32).default(2),
    'Jobs that one worker process runs at once.',
  ],
  BLOB_STORE: [z.enum(['disk', 's3']).default('disk'), 'Where uploads and sound are kept.'],
  S3_BUCKET: [z.string().optional(), 'Bucket, when BLOB_STORE=s3.'],
  S3_ENDPOINT: [z.string().optional(), 'Endpoint of an S3-compatible store; absent for AWS.'],
  S3_REGION: [z.string().default('us-east-1'), 'Region of the bucket.'],
  S3_ACCESS_KEY_ID: [z.string().optional(), 'Access key; absent to use the ambient credentials.'],
  S3_SECRET_ACCESS_KEY: [z.string().optional(), 'Secret of the access key.'],
  SMS_DAILY_CAP: [
    z.coerce.number().int().min(1).default(2000),
    'Most SMS messages that are sent in one day by the whole installation.',
  ],
  STUDIO_DIR: [z.string().optional(), 'Folder of the built studio; by default the one beside the server.'],
  HUABEN_PARENT_FD: [
    z.coerce.number().int().min(3).optional(),
    'Set by the launcher: an inherited pipe whose end means that the launcher is gone.',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Settings = { -readonly [K in keyof typeof settings]: z.output<(typeof settings)[K][0]> };

/** The parsed configuration. */
export type Config = Readonly<Settings> & {
  readonly production: boolean;
  readonly demo: boolean;
  readonly version: string;
};

/**
 * Reads and checks the environment; an empty variable counts as absent.
 * @throws Error that names every bad setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const shape = z.object(
    Object.fromEntries(Object.entries(settings).map(([name, [schema]]) => [name, schema])),
  );
  const given = Object.fromEntries(
    Object.keys(settings).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  const parsed = shape.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`配置有误，请改正环境变量后重新启动：\n${problems.join('\n')}`);
  }
  const values = parsed.data as Settings;
  if (values.BLOB_STORE === 's3' && values.S3_BUCKET === undefined)
    throw new Error('配置有误：BLOB_STORE=s3 时必须设置 S3_BUCKET');
  const production = values.NODE_ENV === 'production';
  return {
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    production,
    demo: values.DEMO === 'on' || (values.DEMO === 'auto' && !production),
    version: '0.1.0',
  };
}

/** The configuration of this process. */
export const configFromEnvironment = (): Config => readConfig(process.env);

/** The environment that a child process of ours inherits, with changes. */
export const childEnvironment = (
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({ ...process.env, ...changes });
