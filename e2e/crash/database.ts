import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod';

const serverFile = z.object({ socketDir: z.string(), pid: z.number() });

/** Where the embedded server of a data folder listens, as docs/operations.md describes; null while unknown. */
export function embeddedServer(dataDir: string): z.infer<typeof serverFile> | null {
  try {
    return serverFile.parse(JSON.parse(readFileSync(path.join(dataDir, 'postgres', 'server.json'), 'utf8')));
  } catch {
    return null;
  }
}

/** Reads rows in one unchanging view of the database. */
export type Snapshot = <R extends pg.QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
) => Promise<R[]>;

/** Looks at the database behind the product's back, in one snapshot. */
export async function lookInto<T>(dataDir: string, look: (rows: Snapshot) => Promise<T>): Promise<T> {
  const server = embeddedServer(dataDir);
  if (server === null) throw new Error('the embedded server is not running');
  const password = readFileSync(path.join(dataDir, 'postgres', 'password'), 'utf8').trim();
  const client = new pg.Client({
    host: server.socketDir,
    port: 5432,
    user: 'huaben',
    database: 'huaben',
    password,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    return await look(async (sql, values = []) => (await client.query(sql, [...values])).rows);
  } finally {
    await client.end().catch(() => undefined);
  }
}
