import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';

async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const folder = join(inject('dataDir'), 'postgres');
  const server: unknown = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
  if (typeof server !== 'object' || server === null || !('socketDir' in server))
    throw new Error('the embedded database does not say where it listens');
  const client = new Client({
    host: String(server.socketDir),
    port: 5432,
    user: 'huaben',
    database: 'huaben',
    password: readFileSync(join(folder, 'password'), 'utf8').trim(),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Asks the product's embedded database directly, for what no screen and no call can tell. */
export const query = <R extends Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> => connected(async (client) => (await client.query<R>(text, [...values])).rows);

/** Does something while nobody can write to a table, so that what would be over at once can be watched. */
export const whileUnwritable = <T>(
  table: 'chapters' | 'speech_segments',
  work: () => Promise<T>,
): Promise<T> =>
  connected(async (client) => {
    await client.query(`begin; lock table ${table} in share mode`);
    return work();
  });

/** The answer to a captcha's sum; the picture itself is made so that a program cannot read it. */
export async function captchaAnswer(ticket: string): Promise<string> {
  const [row] = await query<{ answer: string }>('select answer from captchas where t = $1', [ticket]);
  if (row === undefined) throw new Error(`no captcha ${ticket}`);
  return row.answer;
}
