import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run } from 'graphile-worker';
import type { TaskList, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';

const beatMs = 3000;
/** A worker that has not been seen for this long is dead and its jobs are freed. */
const deadAfterSeconds = 12;
/** The queue itself waits e^attempts seconds, hours at last, before it tries a failed job again. */
const longestRetrySeconds = 30;

/** Checks that every kind of job is there once. */
export function jobTable(jobs: readonly Job[]): ReadonlyMap<string, Job> {
  const table = new Map<string, Job>();
  for (const job of jobs) {
    if (table.has(job.id)) throw new Error(`two handlers for job ${job.id}`);
    table.set(job.id, job);
  }
  return table;
}

function taskList(jobs: ReadonlyMap<string, Job>, db: Db, log: Log, signal: AbortSignal): TaskList {
  const tasks = [...jobs.values()].map((job) => [
    job.id,
    async (raw: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
      const payload = job.payload.parse(raw);
      const { attempts, max_attempts } = helpers.job;
      await job.run({ db, log, signal, attempt: attempts, lastAttempt: attempts >= max_attempts }, payload);
    },
  ]);
  return Object.fromEntries(tasks) as TaskList;
}

const quiet = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning')
      log.warn({ event: 'jobs.queue', message: message.slice(0, 300), err: meta?.['error'] });
  });

async function freeDeadWorkersJobs(db: Db): Promise<void> {
  await sql`
    with alive as (
      select jsonb_array_elements_text(worker_ids) as id from worker_presence
      where seen_at > now() - make_interval(secs => ${deadAfterSeconds})
    ), dead as (
      select distinct locked_by as id from graphile_worker.jobs
      where locked_by is not null and locked_at < now() - make_interval(secs => ${deadAfterSeconds})
    )
    select graphile_worker.force_unlock_workers(array_agg(dead.id)) from dead where dead.id not in (select id from alive) having count(*) > 0`.execute(
    db,
  );
}

/** Killed workers and database restarts cost attempts too: they must not make a job wait for hours. */
async function shortenRetryWaits(db: Db): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + make_interval(secs => ${longestRetrySeconds}))
    from graphile_worker.jobs
    where attempts > 0 and attempts < max_attempts and locked_at is null
      and run_at > now() + make_interval(secs => ${longestRetrySeconds})
    having count(*) > 0`.execute(db);
}

/**
 * Starts working on jobs. The queue itself keeps a killed worker's jobs for hours, so workers leave a
 * heartbeat and free the jobs of any worker whose heart has stopped. A failed job is tried again soon.
 */
export async function startWorker(options: {
  pool: pg.Pool;
  db: Db;
  log: Log;
  jobs: readonly Job[];
  concurrency: number;
  /** Jobs that run once a night. */
  nightly?: readonly Job[];
  onDeath: () => void;
}): Promise<{ stop(): Promise<void> }> {
  const { pool, db, log } = options;
  const abort = new AbortController();
  const processId = randomUUID();
  const workerIds = new Set<string>();
  // Jobs are locked in the name of the pool. Listening before the start: a job that waits already begins
  // at once, and its worker must count as alive.
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => workerIds.add(workerPool.id));
  const runner = await run({
    events,
    pgPool: pool,
    taskList: taskList(jobTable(options.jobs), db, log, abort.signal),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: quiet(log),
    parsedCronItems: parseCronItems(
      [...(options.nightly ?? [])].map(({ id }) => ({ task: id, match: '17 4 * * *' })),
    ),
  });

  // The queue gives up after many failures in a row; the process then starts afresh.
  runner.promise.catch((error: unknown) => {
    log.error({ event: 'jobs.runner_died', err: error });
    options.onDeath();
  });

  const beat = async (): Promise<void> => {
    const ids = JSON.stringify([...workerIds]);
    await db
      .insertInto('worker_presence')
      .values({ process_id: processId, worker_ids: ids })
      .onConflict((oc) => oc.column('process_id').doUpdateSet({ worker_ids: ids, seen_at: sql<Date>`now()` }))
      .execute();
    await freeDeadWorkersJobs(db);
    await shortenRetryWaits(db);
    await sql`delete from worker_presence where seen_at < now() - interval '1 hour'`.execute(db);
  };
  const beatSafely = (): void =>
    void beat().catch((error: unknown) => log.warn({ event: 'jobs.heartbeat', err: error }));
  beatSafely();
  const timer = setInterval(beatSafely, beatMs);
  return {
    async stop() {
      clearInterval(timer);
      abort.abort();
      await runner.stop();
      await db.deleteFrom('worker_presence').where('process_id', '=', processId).execute();
    },
  };
}
