import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import * as z from 'zod';
import { openDatabase, openPool } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createTestDatabase } from '../embedded-postgres/testing.ts';
import type { TestDatabase } from '../embedded-postgres/testing.ts';
import { createLog } from '../log.ts';
import type { Job } from './job.ts';
import { startWorker } from './worker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgres'));
});
afterAll(() => database.drop());

const log = createLog('silent', {});
const idle: Job = { id: 'test.idle', payload: z.unknown(), attempts: 25, run: async () => undefined };

it('tries a job soon that failed often, and leaves one alone that was planned for later', async () => {
  const pool = openPool(database.connectionString, 6, log);
  const db = openDatabase(pool);
  await migrate(pool);
  const plan = (key: string) =>
    sql`select graphile_worker.add_job('test.idle', job_key => ${key}, max_attempts => 25, run_at => now() + interval '2 hours')`.execute(
      db,
    );
  await plan('failed');
  await plan('planned');
  await sql`select graphile_worker.reschedule_jobs(array[id], attempts => 9) from graphile_worker.jobs where key = 'failed'`.execute(
    db,
  );
  const worker = await startWorker({ pool, db, log, jobs: [idle], concurrency: 1, onDeath: () => undefined });
  try {
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ key: string; soon: boolean; attempts: number }>`
          select key, run_at <= now() + interval '30 seconds' as soon, attempts from graphile_worker.jobs order by key`.execute(
          db,
        );
        expect(rows).toEqual([
          { key: 'failed', soon: true, attempts: 9 },
          { key: 'planned', soon: false, attempts: 0 },
        ]);
      },
      { timeout: 10_000 },
    );
  } finally {
    await worker.stop();
    await pool.end();
  }
});
