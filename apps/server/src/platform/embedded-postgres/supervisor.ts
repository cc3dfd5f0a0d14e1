import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { processesIn, recordedPostmaster } from './folder-processes.ts';
import type { FolderLock } from './folder-lock.ts';
import type { Layout } from './layout.ts';
import { settleDatabase, waitUntilReady } from './readiness.ts';
import type { PostgresConnection } from './readiness.ts';
import type { RunUser } from './run-user.ts';
import { removeServerFile, writeServerFile } from './server-file.ts';
import { clearSocket, clearSocketFiles } from './socket-folder.ts';
import { logTail, startWatched } from './watchdog.ts';
import type { WatchedServer } from './watchdog.ts';

type Log = (event: string, detail: object) => void;

/** Everything decided before the first start; stays the same through restarts. */
export interface SupervisorOptions {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly user: RunUser | null;
  readonly lock: FolderLock;
  readonly socketDir: string;
  readonly connection: PostgresConnection;
  readonly log: Log;
}

const RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
const VACATE_MS = 60_000;
const CLEAN_STOP_MS = 30_000;

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // Gone in the meantime.
    }
  }
}

/**
 * Waits until no server works in the folder any more and removes what a dead one left behind.
 * The caller holds the folder's lock, so whoever is still there is either shutting down or not ours.
 */
export async function vacate(layout: Layout, user: RunUser | null, log: Log): Promise<void> {
  const until = Date.now() + VACATE_MS;
  for (let round = 0; ; round += 1) {
    const living = processesIn(layout.cluster, user);
    if (living.length === 0) break;
    const postmaster = recordedPostmaster(layout.cluster);
    if (Date.now() > until) {
      throw new Error(
        `另一个 PostgreSQL（进程 ${living.join('、')}）正在使用数据库文件夹 ${layout.cluster}。请先停止它（例如 kill -INT ${String(postmaster ?? living[0])}），再重新启动。`,
      );
    }
    if (round === 0) log('waiting', { message: '上次的数据库还在收尾，请稍候', pids: living });
    // Backends that outlived their postmaster only notice when they next wait; SIGQUIT makes them leave.
    if (round % 40 === 20 && (postmaster === null || !living.includes(postmaster))) signal(living, 'SIGQUIT');
    await sleep(50);
  }
  rmSync(join(layout.cluster, 'postmaster.pid'), { force: true });
}

/** Runs one server and brings it back when it dies. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #listeners: ((reason: string, restarting: boolean) => void)[] = [];
  #server: WatchedServer | null = null;
  #stopping = false;
  #settled: Promise<void> = Promise.resolve();
  #crashes: number[] = [];

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#server?.pid ?? null;
  }

  onExit(listener: (reason: string, restarting: boolean) => void): void {
    this.#listeners.push(listener);
  }

  /** Starts the server and resolves when it answers and its settings are safe. */
  async start(): Promise<void> {
    const { layout, binaries, socketDir, user, connection, log } = this.#options;
    clearSocketFiles(socketDir);
    const server = await startWatched({ layout, postgres: binaries.postgres, socketDir, user });
    let over = false;
    const gone = server.gone.then((reason) => {
      over = true;
      return reason;
    });
    try {
      if (!(await waitUntilReady({ connection, over: () => over || this.#stopping, log }))) {
        if (this.#stopping) throw new Error('数据库在启动途中被要求停止。');
        throw new Error(
          `数据库没有启动起来（${await gone}）。它自己的记录（${layout.logFile}）最后写道：\n${logTail(layout)}`,
        );
      }
      await settleDatabase(connection);
    } catch (error) {
      await this.#end(server);
      throw error;
    }
    this.#server = server;
    writeServerFile(layout, { socketDir, pid: server.pid });
    void gone.then((reason) => {
      this.#server = null;
      if (!this.#stopping) this.#settled = this.#recover(server.pid, reason);
    });
  }

  /** Stops the server cleanly and gives the folder free. Never rejects because the server is already gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#settled;
    const { layout, lock, socketDir } = this.#options;
    if (this.#server !== null) await this.#end(this.#server);
    removeServerFile(layout);
    clearSocket(socketDir);
    lock.release();
  }

  async #end(server: WatchedServer): Promise<void> {
    server.letGo();
    const patience = new AbortController();
    const late = sleep(CLEAN_STOP_MS, undefined, { signal: patience.signal }).then(
      () => {
        this.#options.log('slow-stop', {
          message: '数据库没有按时停下，改为立即停止；下次启动会自动恢复',
          pid: server.pid,
        });
        signal([server.pid], 'SIGQUIT');
      },
      () => undefined,
    );
    await server.gone;
    patience.abort();
    await late;
  }

  async #recover(pid: number, firstReason: string): Promise<void> {
    const { layout, user, log } = this.#options;
    let reason = firstReason;
    while (!this.#stopping) {
      const now = Date.now();
      this.#crashes = [...this.#crashes.filter((time) => now - time < RESTART_WINDOW_MS), now];
      const restarting = this.#crashes.length <= RESTARTS;
      log('exited', { message: `数据库意外退出（${reason}）`, reason, restarting });
      for (const listener of this.#listeners) listener(reason, restarting);
      if (!restarting) return;
      try {
        // Only the watchdog may have died; the server then has to leave before the next one comes.
        signal(
          processesIn(layout.cluster, user).filter((living) => living === pid),
          'SIGINT',
        );
        await vacate(layout, user, log);
        if (this.#stopping) return;
        await this.start();
        log('restarted', { message: '数据库已自动重新启动', pid: this.pid });
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }
}
