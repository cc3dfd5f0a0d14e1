import { sql } from 'kysely';
import type * as z from 'zod';
import type { Db, Trx } from '../db/database.ts';
import type { Log } from '../log.ts';

/** A kind of background work. Payloads hold ids, never rows or text. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly payload: P;
  /** Runs at most this often before it is given up. */
  readonly attempts: number;
}

/** What a running job may use. */
export interface JobContext {
  readonly db: Db;
  readonly log: Log;
  /** Aborts when the worker is asked to stop; the job returns soon and is run again later. */
  readonly signal: AbortSignal;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly lastAttempt: boolean;
}

/** A definition with its runner; running twice must do no harm. */
export interface Job<P extends z.ZodType = z.ZodType> extends JobDefinition<P> {
  run(context: JobContext, payload: z.output<P>): Promise<void>;
}

/** Adds a job in the caller's transaction; `key` folds equal waiting jobs into one. */
export type Enqueue = <P extends z.ZodType>(
  job: JobDefinition<P>,
  payload: z.input<P>,
  options?: { key?: string },
) => Promise<void>;

/** The enqueuer of one transaction. */
export const enqueueIn =
  (trx: Trx): Enqueue =>
  async (job, payload, options = {}) => {
    await sql`select graphile_worker.add_job(${job.id}, payload => ${JSON.stringify(payload)}::json, max_attempts => ${job.attempts}, job_key => ${options.key ?? null})`.execute(
      trx,
    );
  };
