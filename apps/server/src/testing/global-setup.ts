import type { TestProject } from 'vitest/node';
import { openPool } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createTestDatabase, startTestPostgres } from '../platform/embedded-postgres/testing.ts';
import type { PostgresConnection } from '../platform/embedded-postgres/readiness.ts';
import { createLog } from '../platform/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of this run: `inject('postgres')`. */
    postgres: PostgresConnection;
    /** A migrated database that test databases are copied from. */
    template: string;
  }
}

/** Starts the one PostgreSQL that all server tests of a run share, each in databases of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  const template = await createTestDatabase(server.connection);
  const pool = openPool(template.connectionString, 2, createLog('silent', {}));
  await migrate(pool);
  await pool.end();
  project.provide('postgres', server.connection);
  project.provide('template', template.connection.database);
  return () => server.stop();
}
