import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE, PORT, ROLE } from './layout.ts';

/** What a `pg` client or pool needs to connect. */
export interface PostgresConnection {
  /** Folder of the unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export function connectionAt(socketDir: string, password: string): PostgresConnection {
  return { host: socketDir, port: PORT, user: ROLE, password, database: DATABASE };
}

/** Runs one piece of work on a connection of its own and closes it. */
export async function withClient<T>(
  connection: PostgresConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 });
  // Without a listener a server that goes away would end the whole process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const WRONG_PASSWORD = '28P01';

async function tryConnect(connection: PostgresConnection): Promise<boolean> {
  try {
    await withClient({ ...connection, database: 'postgres' }, async (client) => client.query('SELECT 1'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === WRONG_PASSWORD) {
      throw new Error(
        '数据库的密码与密码文件不一致。请停止程序，删除数据文件夹里的 postgres/password，再启动一次，程序会重新设定密码。',
        { cause: error },
      );
    }
    return false;
  }
}

/**
 * Waits until the server answers; recovery after a crash may take minutes and is not cut short.
 * Resolves false when `over()` says that waiting has become pointless.
 */
export async function waitUntilReady(options: {
  connection: PostgresConnection;
  over: () => boolean;
  log: (event: string, detail: object) => void;
}): Promise<boolean> {
  let waited = 0;
  while (!options.over()) {
    if (await tryConnect(options.connection)) return true;
    await sleep(20);
    waited += 20;
    if (waited % 10_000 === 0)
      options.log('recovering', { message: '数据库正在从上次的意外退出中恢复，请稍候' });
  }
  return false;
}

/**
 * Refuses a server that would not keep acknowledged writes through a power cut, then makes sure
 * that our database exists.
 */
export async function settleDatabase(connection: PostgresConnection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting <> 'on'",
    );
    const off = rows.map((row) => row.name);
    if (off.length > 0) {
      throw new Error(
        `数据库的 ${off.join('、')} 没有打开，断电会丢失已保存的内容，所以拒绝启动。请检查 PG_BIN 指向的程序或 postgresql.conf。`,
      );
    }
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

/** The connection as a URL, for code and processes that take only that. */
export function urlOf(connection: PostgresConnection): string {
  const { host, port, user, password, database } = connection;
  return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${String(port)}`;
}
