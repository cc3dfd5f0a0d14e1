import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Database } from './schema.ts';

/** The query builder over the whole schema. */
export type Db = Kysely<Database>;
/** The same inside a transaction. */
export type Trx = Transaction<Database>;

// int8 as number: counters and sequence numbers stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the connection pool; a broken idle connection is logged and replaced, never fatal. */
export function openPool(connectionString: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'huaben',
  });
  pool.on('error', (error) => log.warn({ event: 'db.idle_connection', err: error }));
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ event: 'db.connection', err: error })),
  );
  return pool;
}

/** Wraps a pool in the query builder. */
export const openDatabase = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

const retryable = new Set(['40001', '40P01']);
const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/**
 * Runs work in one transaction and tries it again, at most five times in all, when the database asks
 * for it (serialization failure 40001, deadlock 40P01). The work must be free of outside effects.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= 5 || !retryable.has(String(codeOf(error)))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** Whether an error is the violation of a unique constraint, of the named one if given. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint));
