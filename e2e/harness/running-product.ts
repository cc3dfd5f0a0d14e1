import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf, killOutright, processTable, stillLives } from '../crash/process-table.ts';

const root = resolve(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');
const startMs = 90_000;
const stopMs = 40_000;

/** The product as `npm start` runs it: web server, worker and embedded database, with an empty data folder. */
export interface RunningProduct {
  readonly origin: string;
  readonly dataDir: string;
  /** Stops it and removes its data. @throws when it left a process behind or did not end by itself */
  stop(): Promise<void>;
}

function ensureBuiltStudio(): void {
  const built = process.env['STUDIO_DIR'] || join(root, 'apps/studio/dist');
  if (existsSync(join(built, 'index.html'))) return;
  const build = spawnSync(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'apps/studio'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (build.status !== 0) throw new Error('the studio could not be built');
}

/** Starts the product on a free port. Everything that it says on stderr or as JSON goes to our stderr. */
export async function startProduct(): Promise<RunningProduct> {
  ensureBuiltStudio();
  const dataDir = mkdtempSync(join(tmpdir(), 'huaben-e2e-'));
  // As root, PostgreSQL runs as somebody else, who has to get through.
  chmodSync(dataDir, 0o711);
  const child = spawn(node, [join(root, 'apps/server/src/main.ts'), 'all'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      // Of the launcher that may have started us, not of this product.
      HUABEN_PARENT_FD: '',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const origin = await new Promise<string>((found, failed) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const address = /https?:\/\/[\w.:[\]-]+/.exec((said += text))?.[0];
      if (address !== undefined) found(address);
      if (text.startsWith('{')) process.stderr.write(text);
    });
    void ended.then((code) =>
      failed(new Error(`the product ended with ${code} before it listened: ${said}`)),
    );
    setTimeout(
      () => failed(new Error(`the product did not listen within ${startMs} ms: ${said}`)),
      startMs,
    ).unref();
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  let stopping = false;
  void ended.then(() => {
    if (!stopping)
      process.stderr.write(`the product ended by itself: ${child.exitCode ?? child.signalCode}\n`);
  });
  return {
    origin,
    dataDir,
    async stop() {
      stopping = true;
      const family = child.pid === undefined ? [] : familyOf(child.pid, processTable());
      child.kill('SIGTERM');
      const gone = await Promise.race([ended.then(() => true), sleep(stopMs, false, { ref: false })]);
      const left = family.filter(stillLives);
      killOutright(left);
      rmSync(dataDir, { recursive: true, force: true });
      if (!gone || left.length > 0)
        throw new Error(
          `the product left processes behind: ${left.map(({ name, pid }) => `${name} ${pid}`).join(', ')}`,
        );
    },
  };
}
