import { existsSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { prepareCluster, readPassword, refuseForeignOwner } from './cluster.ts';
import { tryLockFolder } from './folder-lock.ts';
import type { FolderLock } from './folder-lock.ts';
import { layoutOf } from './layout.ts';
import type { Layout } from './layout.ts';
import { connectionAt, withClient } from './readiness.ts';
import type { PostgresConnection } from './readiness.ts';
import { chooseRunUser } from './run-user.ts';
import { readServerFile } from './server-file.ts';
import { clearSocket, makeSocketFolder } from './socket-folder.ts';
import { Supervisor, vacate } from './supervisor.ts';

export interface EmbeddedPostgresOptions {
  /** The application's data folder; everything of the database lives in its subfolder `postgres`. */
  readonly dataDir: string;
  /** Folder with `postgres` and `initdb` to use instead of the packaged ones (15 or later). */
  readonly binDir?: string | undefined;
  /** Receives what happens; every detail with a Chinese `message` is fit to be shown. */
  readonly log: (event: string, detail: object) => void;
  /** Account that runs PostgreSQL when the application runs as root; ignored otherwise. */
  readonly runAs?: string | undefined;
}

/** A PostgreSQL that this process runs (`owned`) or that it shares with the process that does. */
export interface EmbeddedPostgres {
  /** Stays valid through automatic restarts. */
  readonly connection: PostgresConnection;
  readonly owned: boolean;
  /** Process id of the server; null while it is down. */
  readonly pid: number | null;
  /**
   * Called at every unexpected exit of an owned server with a reason in Chinese: with
   * `restarting` true when it is being brought back, with false when it stays down.
   */
  onExit(listener: (reason: string, restarting: boolean) => void): void;
  /** Stops an owned server cleanly; leaves a shared one alone. */
  stop(): Promise<void>;
}

const OTHER_STARTS_MS = 120_000;

function makeRoot(layout: Layout): void {
  try {
    mkdirSync(layout.root, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new Error(
      `不能建立数据文件夹 ${layout.root}（${error instanceof Error ? error.message : String(error)}）。` +
        '请确认上级文件夹存在且当前用户可以写入，或用 DATA_DIR 换一个位置。',
      { cause: error },
    );
  }
}

/** Connects to the server that another process of the application runs, when it answers. */
async function joinRunning(layout: Layout): Promise<EmbeddedPostgres | null> {
  const running = readServerFile(layout);
  if (running === null) return null;
  const connection: PostgresConnection = connectionAt(running.socketDir, readPassword(layout));
  try {
    await withClient(connection, async (client) => client.query('SELECT 1'));
  } catch {
    return null;
  }
  return {
    connection,
    owned: false,
    pid: running.pid,
    onExit: () => undefined,
    stop: () => Promise.resolve(),
  };
}

async function startOwned(
  options: EmbeddedPostgresOptions,
  layout: Layout,
  lock: FolderLock,
): Promise<EmbeddedPostgres> {
  const { log } = options;
  const user = chooseRunUser({ runAs: options.runAs, cluster: layout.cluster });
  const binaries = findBinaries({
    binDir: options.binDir,
    user,
    copyRoots: user === null ? [layout.root] : ['/var/lib/huaben-studio', '/tmp/huaben-studio'],
  });
  refuseForeignOwner(layout, user);
  if (existsSync(layout.cluster)) await vacate(layout, user, log);
  const before = readServerFile(layout);
  if (before !== null) clearSocket(before.socketDir);
  const state = await prepareCluster(layout, binaries, user);
  const socketDir = makeSocketFolder(layout, user);
  const connection = connectionAt(socketDir, readPassword(layout));
  const supervisor = new Supervisor({ layout, binaries, user, lock, socketDir, connection, log });
  try {
    await supervisor.start();
  } catch (error) {
    clearSocket(socketDir);
    throw error;
  }
  log('started', {
    message: '数据库已启动',
    state,
    pid: supervisor.pid,
    major: binaries.major,
    user: user?.name ?? null,
  });
  return {
    connection,
    owned: true,
    get pid() {
      return supervisor.pid;
    },
    onExit: (listener) => supervisor.onExit(listener),
    stop: () => supervisor.stop(),
  };
}

/**
 * Starts PostgreSQL on the data folder, creating the database the first time, or joins the one that
 * another process already runs there. Only one process ever supervises a folder.
 *
 * The server lives as long as this process: it is shut down cleanly by `stop()` and also when this
 * process dies without calling it. Processes that joined lose their connections then.
 *
 * @throws with a Chinese text that names the cause and the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error(
      '自带的数据库不支持直接在 Windows 上运行。请在 WSL 里启动，或设置 DATABASE_URL 使用已有的 PostgreSQL。',
    );
  }
  const layout = layoutOf(options.dataDir);
  makeRoot(layout);
  const until = Date.now() + OTHER_STARTS_MS;
  while (Date.now() < until) {
    const lock = tryLockFolder(layout.lockFile);
    if (lock !== null) {
      try {
        return await startOwned(options, layout, lock);
      } catch (error) {
        lock.release();
        throw error;
      }
    }
    const joined = await joinRunning(layout);
    if (joined !== null) return joined;
    await sleep(100);
  }
  throw new Error(
    `另一个程序正占用数据文件夹 ${layout.root}，但它的数据库一直没有应答。请停止那个程序后重新启动。`,
  );
}
