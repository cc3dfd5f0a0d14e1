import { promises as fs } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import { openDatabase } from './database.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

async function migrations(): Promise<Record<string, Migration>> {
  const names = (await fs.readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.ts$/.test(name)).toSorted();
  const loaded = names.map(async (name) => {
    const module: unknown = await import(pathToFileURL(path.join(folder, name)).href);
    return [name.replace(/\.ts$/, ''), module as Migration] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

/**
 * Brings the database to the newest schema. Several processes may start at once: the migrator takes
 * an advisory lock and the later ones find nothing left to do.
 * @throws the first failing migration's error; the failed migration leaves nothing behind
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrator = new Migrator({ db: openDatabase(pool), provider: { getMigrations: migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  await migrateQueue(pool);
}

/** The queue's own migrations know no lock across processes, so they run under ours. */
async function migrateQueue(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock(720575940300001)');
    await runMigrations({ pgPool: pool });
  } finally {
    await client.query('select pg_advisory_unlock(720575940300001)');
    client.release();
  }
}
