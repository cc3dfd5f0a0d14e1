import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../embedded-postgres/testing.ts';
import type { TestDatabase } from '../embedded-postgres/testing.ts';
import { createLog } from '../log.ts';
import { inTransaction, openDatabase, openPool } from './database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgres'));
});
afterAll(() => database.drop());

it('is applied once when several processes start together', async () => {
  const pools = [1, 2, 3].map(() => openPool(database.connectionString, 4, createLog('silent', {})));
  try {
    await Promise.all(pools.map(migrate));
    const [first] = pools;
    if (!first) throw new Error('no pool');
    const { rows } = await first.query<{ name: string }>('select name from kysely_migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(['0001-foundation', '0002-sound', '0003-auto-marking']);
    await migrate(first);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
});

it('retries a transaction that the database could not serialise, and no other error', async () => {
  const pool = openPool(database.connectionString, 2, createLog('silent', {}));
  const db = openDatabase(pool);
  try {
    let attempts = 0;
    const result = await inTransaction(db, async () => {
      attempts += 1;
      if (attempts < 3) throw Object.assign(new Error('could not serialize'), { code: '40001' });
      return 'done';
    });
    expect([result, attempts]).toEqual(['done', 3]);
    await expect(
      inTransaction(db, async () => {
        attempts += 1;
        throw new Error('other');
      }),
    ).rejects.toThrow('other');
    expect(attempts).toBe(4);
  } finally {
    await pool.end();
  }
});
