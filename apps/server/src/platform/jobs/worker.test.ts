import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { openPool } from '../db/database.ts';
import { enqueueIn } from './job.ts';
import type { Job } from './job.ts';
import { jobTable, startWorker } from './worker.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

/** A job that runs until it is released, and counts its starts. */
function heldJob(id: string) {
  const state = { starts: 0, release: (): void => undefined };
  const released = new Promise<void>((resolve) => (state.release = resolve));
  const job: Job = {
    id,
    payload: z.object({}),
    attempts: 5,
    async run() {
      state.starts += 1;
      await released;
    },
  };
  return { job, state };
}

const enqueue = (job: Job) => test.db.transaction().execute((trx) => enqueueIn(trx)(job, {}));

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}

const worker = (jobs: Job[]) => {
  const pool = openPool(test.services.config.DATABASE_URL ?? '', 4, test.services.log);
  const started = startWorker({
    pool,
    db: test.db,
    log: test.services.log,
    jobs,
    concurrency: 1,
    onDeath: () => undefined,
  });
  return { stop: async () => (await started).stop().finally(() => pool.end()) };
};

const waiting = async (id: string): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from graphile_worker.jobs where task_identifier = ${id}`.execute(test.db);
  return rows[0]?.count ?? 0;
};

describe('the worker', () => {
  it('refuses two handlers for one job', () => {
    const { job } = heldJob('twice');
    expect(() => jobTable([job, job])).toThrow('two handlers');
  });

  it('counts as alive from its first job on, even one that waited before the start', async () => {
    const { job, state } = heldJob('waited');
    await enqueue(job);
    const running = worker([job]);
    await until(() => state.starts === 1);
    const { rows } = await sql<{
      locked_by: string;
    }>`select locked_by from graphile_worker.jobs where task_identifier = 'waited'`.execute(test.db);
    const known = async () =>
      (await test.db.selectFrom('worker_presence').select('worker_ids').execute()).some(({ worker_ids }) =>
        worker_ids.includes(rows[0]?.locked_by ?? ''),
      );
    await until(known);
    state.release();
    await until(async () => (await waiting('waited')) === 0);
    await running.stop();
    expect(state.starts).toBe(1);
  });

  it('frees the job of a worker whose heart has stopped, and not of one that lives', async () => {
    const { job, state } = heldJob('orphaned');
    await enqueue(job);
    await sql`update graphile_worker._private_jobs set locked_by = 'worker-that-died', locked_at = now() - interval '1 minute', attempts = 1`.execute(
      test.db,
    );
    const running = worker([job]);
    await until(() => state.starts === 1);
    state.release();
    await until(async () => (await waiting('orphaned')) === 0);
    await running.stop();
    expect(state.starts).toBe(1);
  });
});
