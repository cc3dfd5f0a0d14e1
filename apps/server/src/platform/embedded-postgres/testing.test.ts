import { describe, expect, inject, test } from 'vitest';
import { withClient } from './readiness.ts';
import { createTestDatabase } from './testing.ts';

describe('databases of tests', () => {
  test('a copy of a template has its rows, and both go away', async () => {
    const server = inject('postgres');
    const template = await createTestDatabase(server);
    await withClient(template.connection, async (client) =>
      client.query("CREATE TABLE novel AS SELECT '呐喊' AS name"),
    );
    const copy = await createTestDatabase(server, template.connection.database);
    const names = await withClient(copy.connection, async (client) =>
      client.query<{ name: string }>('SELECT name FROM novel'),
    );
    expect(names.rows).toEqual([{ name: '呐喊' }]);
    await copy.drop();
    await template.drop();
    const left = await withClient(server, async (client) =>
      client.query('SELECT 1 FROM pg_database WHERE datname = ANY($1)', [
        [copy.connection.database, template.connection.database],
      ]),
    );
    expect(left.rowCount).toBe(0);
  });

  test('the connection string leads to the same database', async () => {
    const { Client } = await import('pg');
    const database = await createTestDatabase(inject('postgres'));
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query<{ name: string; fsync: string }>(
      "SELECT current_database() AS name, current_setting('fsync') AS fsync",
    );
    await client.end();
    expect(rows).toEqual([{ name: database.connection.database, fsync: 'on' }]);
    await database.drop();
  });
});
