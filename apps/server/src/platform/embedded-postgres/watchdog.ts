import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster } from './cluster-access.ts';
import { PORT } from './layout.ts';
import type { Layout } from './layout.ts';
import { asUser } from './run-user.ts';
import type { RunUser } from './run-user.ts';

/**
 * The shell that holds the server. Its input is a pipe from us: when that ends, because we closed it
 * or because we died in whatever way, it asks the server for a fast, clean shutdown (SIGINT).
 * A second shell does the reading so that the first can wait for the server and pass on its exit.
 */
const SCRIPT = `
exec 4<&0
"$@" </dev/null 3>&- 4<&- &
server=$!
echo "$server" >&3
exec 3>&-
( while read -r line; do :; done <&4; kill -INT "$server" ) 2>/dev/null &
keeper=$!
exec 4<&-
wait "$server"
code=$?
kill "$keeper" 2>/dev/null
exit "$code"
`;

/** Durability first, then what suits a small machine. Given on the command line, so no file overrides it. */
function settings(socketDir: string): string[] {
  const wanted: Record<string, string> = {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    // Parallel queries need more /dev/shm than a container grants by default (64 MB).
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    // The texts of a novel do not belong into a log file.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  };
  return Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A server under its watchdog. */
export interface WatchedServer {
  readonly pid: number;
  /** Resolves with a reason when server and watchdog are gone. */
  readonly gone: Promise<string>;
  /** Asks for a clean shutdown; `gone` tells when it is done. */
  letGo(): void;
}

const LOG_LIMIT = 8 * 1024 * 1024;

function openLog(file: string): number {
  try {
    if (statSync(file).size > LOG_LIMIT) renameSync(file, `${file}.1`);
  } catch {
    // No log yet.
  }
  return openSync(file, 'a', 0o600);
}

/** The last lines of the server's own log, for an error message. */
export function logTail(layout: Layout): string {
  const handle = openSync(layout.logFile, 'r');
  try {
    const { size } = statSync(layout.logFile);
    const buffer = Buffer.alloc(Math.min(size, 1500));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8').split('\n').slice(-8).join('\n').trim();
  } finally {
    closeSync(handle);
  }
}

/**
 * Starts the server under its watchdog and resolves once its process exists; it may still be recovering.
 *
 * @throws when not even the process could be started.
 */
export async function startWatched(options: {
  layout: Layout;
  postgres: string;
  socketDir: string;
  user: RunUser | null;
}): Promise<WatchedServer> {
  const { layout, postgres, socketDir, user } = options;
  const access = openCluster(layout.cluster, user);
  const log = openLog(layout.logFile);
  try {
    const child = spawn(
      '/bin/sh',
      ['-c', SCRIPT, 'huaben-postgres', postgres, '-D', access.path, ...settings(socketDir)],
      // A session of its own: Ctrl-C in the terminal must reach the application first.
      { ...asUser(user), detached: true, stdio: ['pipe', log, log, 'pipe', ...access.stdioFrom(4)] },
    );
    const gone = new Promise<string>((done) => {
      child.once('error', (error) => done(`无法启动：${error.message}`));
      child.once('exit', (code, signal) =>
        done(signal === null ? `退出码 ${String(code)}` : `信号 ${signal}`),
      );
    });
    // Writing to a watchdog that is gone fails; its exit is what counts.
    child.stdin?.on('error', () => undefined);
    const report = child.stdio[3];
    let said = '';
    if (report !== null && report !== undefined) {
      report.on('error', () => undefined);
      await new Promise<void>((done) => {
        report.on('data', (chunk: Buffer) => (said += chunk.toString()));
        report.once('close', done);
        report.once('end', done);
      });
    }
    const pid = Number(said.trim());
    if (!Number.isInteger(pid) || pid <= 1)
      throw new Error(`数据库的看护进程没有启动（${await gone}）。请确认 /bin/sh 可用，然后重新启动。`);
    return { pid, gone, letGo: () => void child.stdin?.end() };
  } finally {
    access.close();
    closeSync(log);
  }
}

/** Path of the socket file that the server makes. */
export function socketFile(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${String(PORT)}`);
}
