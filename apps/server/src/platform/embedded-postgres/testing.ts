import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlOf, withClient } from './readiness.ts';
import type { PostgresConnection } from './readiness.ts';
import { startEmbeddedPostgres } from './start.ts';

/** A throw-away server for tests, as durable as the real one. */
export interface TestPostgres {
  /** The role may create databases; plain data, so it can be handed to other processes. */
  readonly connection: PostgresConnection;
  stop(): Promise<void>;
}

/** Starts a server in a temporary folder, which `stop()` removes. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'huaben-test-'));
  // As root, PostgreSQL runs as somebody else, who has to get through.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database of one test file. */
export interface TestDatabase {
  readonly connection: PostgresConnection;
  /** The same as a URL, for code that takes only that. */
  readonly connectionString: string;
  /** Ends whoever is still connected and removes the database. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database, or a copy of `template` (a migrated database that nobody is connected
 * to), which takes a few hundredths of a second.
 */
export async function createTestDatabase(
  server: PostgresConnection,
  template?: string,
): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const source = template === undefined ? 'template0' : `"${template.replaceAll('"', '""')}"`;
  await withClient(server, async (client) => client.query(`CREATE DATABASE ${database} TEMPLATE ${source}`));
  const connection = { ...server, database };
  return {
    connection,
    connectionString: urlOf(connection),
    drop: async () => {
      await withClient(server, async (client) =>
        client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
      );
    },
  };
}
