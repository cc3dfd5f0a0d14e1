import path from 'node:path';
import * as z from 'zod';

const onOff = (otherwise: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(otherwise)
    .transform((value) => value === 'on');

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Whether an address is this machine, as far as its host name tells. */
const isLoopback = (address: string): boolean => loopback.test(new URL(address).hostname);

/** Why an address may not be sent a secret and text of novels, or null. The address itself is not repeated: it may hold a password. */
function addressFault(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return '不是完整的网址';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname)))
    return '必须用 https；只有本机地址可以用 http';
  if (url.username !== '' || url.password !== '') return '网址里不能有用户名和密码';
  if (url.search !== '' || url.hash !== '') return '网址里不能有 ? 和 #';
  return null;
}

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
  LANGUAGE_MODEL_URL: [
    z
      .string()
      .superRefine((address, context) => {
        const fault = addressFault(address);
        if (fault !== null) context.addIssue({ code: 'custom', message: fault });
      })
      .optional(),
    'Base address of an OpenAI-compatible interface, such as `https://host/v1`: lines that the rules leave in doubt, with some text around them, are sent to `{base}/chat/completions` when a user asks for it. Absent: no language model. https, except on this machine; redirects are not followed.',
  ],
  LANGUAGE_MODEL_NAME: [z.string().optional(), 'Name of the model; needed with LANGUAGE_MODEL_URL.'],
  LANGUAGE_MODEL_KEY: [
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, '含有空格或不能用于密钥的字符')
      .optional(),
    'Key that is sent as a bearer token; absent for a model that wants none.',
  ],
  LANGUAGE_MODEL_INPUT_PRICE: [
    z.coerce.number().min(0).optional(),
    'Price of a million tokens sent, in 分 (may have decimals); needed unless the model runs on this machine, where it is 0.',
  ],
  LANGUAGE_MODEL_OUTPUT_PRICE: [
    z.coerce.number().min(0).optional(),
    'Price of a million tokens received, in 分, likewise.',
  ],
  LANGUAGE_MODEL_CONCURRENCY: [
    z.coerce.number().int().min(1).max(32).default(4),
    'Requests to the language model that one process has under way at once.',
  ],
  LANGUAGE_MODEL_TIMEOUT: [
    z.coerce.number().int().min(1).max(280).default(60),
    'Seconds until a request to the language model is given up.',
  ],
  LANGUAGE_MODEL_THINKING_TOKENS: [
    z.coerce.number().int().min(0).max(65_536).default(0),
    'Tokens that a reasoning model may spend on thought in each reply; raises the limit on the reply and the estimates of cost.',
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
  if (values.LANGUAGE_MODEL_URL !== undefined) checkLanguageModel(values, values.LANGUAGE_MODEL_URL);
  const production = values.NODE_ENV === 'production';
  return {
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    production,
    demo: values.DEMO === 'on' || (values.DEMO === 'auto' && !production),
    version: '0.1.0',
  };
}

function checkLanguageModel(values: Settings, address: string): void {
  const unpriced =
    values.LANGUAGE_MODEL_INPUT_PRICE === undefined || values.LANGUAGE_MODEL_OUTPUT_PRICE === undefined;
  if (values.LANGUAGE_MODEL_NAME === undefined)
    throw new Error('配置有误：设置了 LANGUAGE_MODEL_URL 时必须设置 LANGUAGE_MODEL_NAME');
  // Without prices the ceiling that a user sets would hold nothing back.
  if (unpriced && !isLoopback(address))
    throw new Error(
      '配置有误：语言模型不在本机时必须设置 LANGUAGE_MODEL_INPUT_PRICE 和 LANGUAGE_MODEL_OUTPUT_PRICE（每百万 token 的价格，单位为分，免费填 0），否则费用上限不起作用',
    );
}

/** The configuration of this process. */
export const configFromEnvironment = (): Config => readConfig(process.env);

/** The environment that a child process of ours inherits, with changes. */
export const childEnvironment = (
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({ ...process.env, ...changes });
