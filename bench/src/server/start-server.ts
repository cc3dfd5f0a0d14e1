import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../machine.ts';
import type { Bench } from '../section.ts';
import { twice, until } from '../waiting.ts';
import { freePort } from './free-port.ts';

/** The whole product as a user starts it: web, worker and PostgreSQL, on a data folder of its own. */
export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>;
}

const startMs = 120_000;
const stopMs = 40_000;
const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'PG_BIN', 'PG_RUN_AS', 'NODE_OPTIONS'];

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}

async function start({ closing, scratch, serverLog }: Bench): Promise<RunningServer> {
  const dataDir = mkdtempSync(path.join(scratch, 'server-'));
  const port = await freePort();
  const log = openSync(serverLog, 'w');
  const inherited = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = spawn(process.execPath, [path.join(root, 'apps/server/src/main.ts'), 'all'], {
    cwd: root,
    env: {
      ...Object.fromEntries(inherited),
      NODE_ENV: 'production',
      DEMO: 'on',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      STUDIO_DIR: path.join(dataDir, 'no-studio'),
      LOG_LEVEL: 'warn',
      HUABEN_PARENT_FD: '3',
    },
    stdio: ['ignore', log, log, 'pipe'],
  });
  closeSync(log);
  const stop = closing.add('server', async () => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await until({ what: 'the start of the server', everyMs: 100, mostMs: startMs }, async () => {
      if (hasEnded(child)) throw new Error('the server ended while starting');
      const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      return reply?.ok === true ? true : null;
    });
  } catch (error) {
    const said = readFileSync(serverLog, 'utf8').slice(-2000);
    await stop();
    throw new Error(`the server did not start:\n${said}`, { cause: error });
  }
  return { url, dataDir, stop };
}

/** Starts the server and waits until it is ready. */
export const startServer = (bench: Bench): Promise<RunningServer> => twice(bench.say, () => start(bench));
