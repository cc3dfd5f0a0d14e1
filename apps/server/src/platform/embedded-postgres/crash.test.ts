import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appProcess, temporaryFolder } from './child-harness.ts';
import { processesIn } from './folder-processes.ts';
import { withClient } from './readiness.ts';
import type { PostgresConnection } from './readiness.ts';
import { startEmbeddedPostgres } from './start.ts';
import type { EmbeddedPostgres } from './start.ts';
import { socketFile } from './watchdog.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const cluster = () => join(folder.path, 'postgres', 'cluster');
const start = () => startEmbeddedPostgres({ dataDir: folder.path, log: () => undefined });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

async function count(connection: PostgresConnection): Promise<number> {
  const { rows } = await withClient(connection, async (client) =>
    client.query<{ n: number }>('SELECT count(*)::int AS n FROM line'),
  );
  return rows[0]?.n ?? -1;
}

const answers = async (server: EmbeddedPostgres) =>
  count(server.connection)
    .then((n) => n > 0)
    .catch(() => false);

/** Creates the table and commits some rows, one by one. */
async function save(connection: PostgresConnection, rows: number): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('CREATE TABLE IF NOT EXISTS line (id int)');
    for (let id = 0; id < rows; id += 1) await client.query('INSERT INTO line VALUES ($1)', [id]);
  });
}

describe('the application is killed', () => {
  test('no server stays behind and nothing acknowledged is lost', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const app = await appProcess({ dataDir: folder.path });
      if (!app.answer.ok) throw new Error(app.answer.message);
      await save(app.answer.connection, 20);
      await app.kill();
      await until(() => processesIn(cluster(), null).length === 0);
    }
    const server = await start();
    expect(await count(server.connection)).toBe(60);
    await server.stop();
  });

  test('together with its server and the watchdog', async () => {
    const app = await appProcess({ dataDir: folder.path });
    if (!app.answer.ok) throw new Error(app.answer.message);
    await save(app.answer.connection, 20);
    for (const pid of processesIn(cluster(), null)) process.kill(pid, 'SIGKILL');
    await app.kill();
    const server = await start();
    expect(await count(server.connection)).toBe(20);
    await server.stop();
  });
});

describe('a dead server left its files', () => {
  test('with the numbers of processes that live and are somebody else', async () => {
    const first = await start();
    await save(first.connection, 5);
    const socketLock = `${socketFile(first.connection.host)}.lock`;
    const [pidText, lockText] = [
      readFileSync(join(cluster(), 'postmaster.pid'), 'utf8'),
      readFileSync(socketLock, 'utf8'),
    ];
    await first.stop();
    const parent = String(process.ppid);
    writeFileSync(join(cluster(), 'postmaster.pid'), pidText.replace(/^\d+/, parent));
    writeFileSync(socketLock, lockText.replace(/^\d+/, parent));
    const second = await start();
    expect(await count(second.connection)).toBe(5);
    await second.stop();
    expect(existsSync(socketLock)).toBe(false);
  });
});

describe('the server dies under a living application', () => {
  test('it is brought back with its data on the same connection settings', async () => {
    const server = await start();
    await save(server.connection, 20);
    const told: boolean[] = [];
    server.onExit((reason, restarting) => {
      expect(reason).toMatch(/退出码|信号/);
      told.push(restarting);
    });
    const before = server.pid;
    if (before === null) throw new Error('no server');
    process.kill(before, 'SIGKILL');
    await until(() => server.pid !== null && server.pid !== before);
    expect(told).toEqual([true]);
    expect(await count(server.connection)).toBe(20);
    await server.stop();
    expect(processesIn(cluster(), null)).toEqual([]);
  });

  test('it is given up after the third time within a minute', async () => {
    const server = await start();
    await save(server.connection, 1);
    const told: boolean[] = [];
    server.onExit((_, restarting) => told.push(restarting));
    for (let round = 0; round < 4; round += 1) {
      await until(() => answers(server));
      await until(() => server.pid !== null);
      process.kill(server.pid ?? 0, 'SIGKILL');
      await until(() => told.length === round + 1);
    }
    expect(told).toEqual([true, true, true, false]);
    expect(server.pid).toBe(null);
    await server.stop();
    const again = await start();
    expect(await count(again.connection)).toBe(1);
    await again.stop();
  });

  test('a backend that is killed only costs its connection', async () => {
    const server = await start();
    await save(server.connection, 3);
    const pid = server.pid;
    await withClient(server.connection, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      await expect(client.query('SELECT 1')).rejects.toThrow();
    });
    await until(() => answers(server));
    expect(server.pid).toBe(pid);
    await server.stop();
  });
});
