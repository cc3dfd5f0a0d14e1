import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import * as z from 'zod';
import type { Bench } from '../section.ts';
import type { RunningServer } from './start-server.ts';

const serverFile = z.object({ socketDir: z.string() });

/** A connection to the PostgreSQL that a running server started, as docs/operations.md describes its folder. */
export async function connectTo(bench: Bench, { dataDir }: RunningServer): Promise<pg.Client> {
  const folder = path.join(dataDir, 'postgres');
  const { socketDir } = serverFile.parse(JSON.parse(readFileSync(path.join(folder, 'server.json'), 'utf8')));
  const client = new pg.Client({
    host: socketDir,
    port: 5432,
    user: 'huaben',
    database: 'huaben',
    password: readFileSync(path.join(folder, 'password'), 'utf8').trim(),
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  // The server is stopped after us; without a listener its going would end the run.
  client.on('error', () => undefined);
  await client.connect();
  bench.closing.add('database connection', () => client.end());
  return client;
}
