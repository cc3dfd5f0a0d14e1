import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { embeddedServer } from './database.ts';
import {
  commandOf,
  familyOf,
  killOutright,
  processesNaming,
  processTable,
  stillLives,
} from './process-table.ts';
import type { LivingProcess } from './process-table.ts';
import { must, mustBecome, Violation } from './violation.ts';

/** What is killed in a round. */
export const killKinds = [
  'web',
  'worker',
  'speech',
  'postgres',
  'postgres with its children',
  'supervisor',
  'everything',
] as const;

/** One of {@link killKinds}. */
export type KillKind = (typeof killKinds)[number];

const main = path.join(import.meta.dirname, '../../apps/server/src/main.ts');
const readyWithinMs = 120_000;
const stopsWithinMs = 40_000;
/** After the supervisor died in whatever way, its processes are gone this soon. */
const orphansLeaveWithinMs = 20_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  must(address !== null && typeof address === 'object', 'the machine has a free port');
  return address.port;
}

/** The real product, `main.ts all`, on a data folder and a port of its own. */
export class Product {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'huaben-crash-'));
  readonly dataDir = path.join(this.folder, 'data');
  readonly #logFile = path.join(this.folder, 'product.log');
  readonly #seen = new Map<string, LivingProcess>();
  readonly #socketFolders = new Set<string>();
  readonly #sampling: NodeJS.Timeout;
  #port = 0;
  #supervisor: ChildProcess | null = null;
  #expectExit = true;
  /** The longest that processes stayed behind a killed supervisor, in milliseconds. */
  longestOrphanMs = 0;

  constructor() {
    this.#sampling = setInterval(() => this.#sample(), 500);
    this.#sampling.unref();
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it and waits until it can do its work; milliseconds that took. */
  async start(): Promise<number> {
    const since = Date.now();
    if (this.#port === 0) this.#port = await freePort();
    const mark = this.#logLength();
    const log = openSync(this.#logFile, 'a');
    this.#expectExit = false;
    const child = spawn(process.execPath, [main, 'all'], {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        DATABASE_URL: '',
        BLOB_STORE: 'disk',
        DEMO: 'on',
        LOG_LEVEL: 'info',
        // Whatever ends us ends the product too.
        HUABEN_PARENT_FD: '3',
      },
      stdio: ['ignore', log, log, 'pipe'],
    });
    closeSync(log);
    child.stdio[3]?.on('error', () => undefined);
    this.#supervisor = child;
    await this.#ready(mark, null);
    return Date.now() - since;
  }

  /** The processes that a kill of this kind is for, at this moment. */
  victims(kind: KillKind): LivingProcess[] {
    const family = this.#sample();
    const running = (script: string, mode?: string) =>
      family.filter(({ pid }) => {
        const words = commandOf(pid);
        const at = words.findIndex((word) => word.endsWith(script));
        return at >= 0 && (mode === undefined || words[at + 1] === mode);
      });
    const servers = family.filter(({ name }) => name === 'postgres');
    const postmaster = servers.filter(({ parent }) => !servers.some(({ pid }) => pid === parent));
    switch (kind) {
      case 'web':
      case 'worker':
        return running('server/src/main.ts', kind);
      case 'speech':
        return running('speech/src/main.ts');
      case 'postgres':
        return postmaster;
      case 'postgres with its children':
        return servers;
      case 'supervisor':
        return family.slice(0, 1);
      case 'everything':
        return family;
    }
  }

  /**
   * Kills and waits until the product is ready again; milliseconds that took. A dead supervisor is
   * started again by us: `atOnce`, or when all that it left behind has gone.
   */
  async kill(kind: KillKind, atOnce: boolean): Promise<number> {
    this.#mustRun();
    const victims = this.victims(kind);
    must(victims.length > 0, `there is a ${kind} process to kill`, { family: this.#sample() });
    const mark = this.#logLength();
    const serverBefore = embeddedServer(this.dataDir)?.pid ?? null;
    const takesSupervisor = kind === 'supervisor' || kind === 'everything';
    if (takesSupervisor) this.#expectExit = true;
    const since = Date.now();
    killOutright(victims);
    if (takesSupervisor) {
      const orphans = [...this.#seen.values()];
      const gone = this.#mustLeave(orphans, since);
      gone.catch(() => undefined);
      if (!atOnce) await gone;
      const startMs = await this.start();
      await gone;
      return startMs;
    }
    if (kind === 'web') await this.#ready(mark, null);
    else if (kind === 'worker') await this.#ready(mark, null, '"worker.started"');
    else if (kind.startsWith('postgres')) await this.#ready(null, serverBefore);
    return Date.now() - since;
  }

  async #mustLeave(processes: readonly LivingProcess[], since: number): Promise<void> {
    const left = (): LivingProcess[] => processes.filter(stillLives);
    await mustBecome(
      'no process outlives the supervisor',
      orphansLeaveWithinMs,
      () => left().length === 0,
      () => ({ left: left() }),
    );
    this.longestOrphanMs = Math.max(this.longestOrphanMs, Date.now() - since);
  }

  async #ready(
    saidAfter: number | null,
    otherServerThan: number | null,
    words = '画本工坊已启动：http',
  ): Promise<void> {
    const steps = [
      () => saidAfter === null || this.#log(saidAfter).includes(words),
      () =>
        otherServerThan === null ||
        (embeddedServer(this.dataDir)?.pid ?? otherServerThan) !== otherServerThan,
      () => this.#answersReady(),
    ];
    for (const step of steps) {
      await mustBecome('the product comes back by itself', readyWithinMs, () => {
        this.#mustRun();
        return step();
      });
    }
    const server = embeddedServer(this.dataDir);
    if (server !== null) this.#socketFolders.add(server.socketDir);
    this.#sample();
  }

  #mustRun(): void {
    const child = this.#supervisor;
    if (this.#expectExit || child === null || (child.exitCode === null && child.signalCode === null)) return;
    throw new Violation('the supervisor keeps running', {
      code: child.exitCode,
      signal: child.signalCode,
      last: this.#log(Math.max(0, this.#logLength() - 1500)),
    });
  }

  async #answersReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(3000) });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** Stops it as an operator does, and makes sure that nothing of it is left. */
  async stop(): Promise<void> {
    this.#sample();
    const child = this.#supervisor;
    this.#expectExit = true;
    child?.kill('SIGTERM');
    await mustBecome('the product stops when asked', stopsWithinMs, () => child?.exitCode !== null);
    must(child?.exitCode === 0, 'the product ends well', { code: child?.exitCode });
    const left = (): LivingProcess[] => [
      ...[...this.#seen.values()].filter(stillLives),
      ...processesNaming(this.folder),
    ];
    await mustBecome(
      'nothing is left after a stop',
      3000,
      () => left().length === 0,
      () => ({ left: left() }),
    );
    for (const folder of this.#socketFolders)
      must(!existsSync(path.join(folder, '.s.PGSQL.5432')), 'a stop removes the socket', { folder });
  }

  /** Removes the folder and, after a broken promise, whatever still runs. */
  dispose(keepFolder: boolean): void {
    clearInterval(this.#sampling);
    this.#expectExit = true;
    killOutright([...this.#sample(), ...this.#seen.values(), ...processesNaming(this.folder)]);
    for (const folder of this.#socketFolders)
      if (folder.startsWith(path.join(tmpdir(), 'huaben-pg-')))
        rmSync(folder, { recursive: true, force: true });
    if (!keepFolder) rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  /** The last warnings and errors that the product logged. */
  complaints(): string[] {
    const lines = this.#log(0).split('\n');
    return lines.filter((line) => !line.startsWith('{"level":30') && line !== '').slice(-15);
  }

  #sample(): LivingProcess[] {
    const root = this.#supervisor?.pid;
    const family = root === undefined ? [] : familyOf(root, processTable());
    for (const member of family) this.#seen.set(`${member.pid}:${member.started}`, member);
    for (const [key, member] of this.#seen) if (!stillLives(member)) this.#seen.delete(key);
    return family;
  }

  #logLength(): number {
    return existsSync(this.#logFile) ? readFileSync(this.#logFile).length : 0;
  }

  #log(from: number): string {
    return readFileSync(this.#logFile).subarray(from).toString('utf8');
  }
}
