import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { asUser } from './run-user.ts';
import type { RunUser } from './run-user.ts';

/** Process id in the first line of postmaster.pid, or null when there is none. */
export function recordedPostmaster(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Name and state as in proc_pid_stat(5); null when the process is gone. */
function describe(pid: string): { name: string; state: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), state: stat.slice(end + 2, end + 3) };
  } catch {
    return null;
  }
}

/** Without CAP_SYS_PTRACE root may not look into processes of others, but their own user may. */
function foldersSeenBy(user: RunUser, pids: readonly string[]): Map<string, string> {
  const script = 'for p do d=$(readlink "/proc/$p/cwd") && echo "$p $d"; done';
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', ...pids], {
    ...asUser(user),
    encoding: 'utf8',
  });
  const lines = stdout.split('\n').filter((line) => line.includes(' '));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

function fromProc(cluster: string, user: RunUser | null): number[] {
  const folder = realpathSync(cluster);
  const living: number[] = [];
  const hidden: string[] = [];
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const process = describe(pid);
    // A zombie answers kill(pid, 0), which is what misleads PostgreSQL's own test.
    // The name is asked for because a person's shell may stand in the folder too.
    if (process?.name !== 'postgres' || process.state === 'Z' || process.state === 'X') continue;
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === folder) living.push(Number(pid));
    } catch {
      hidden.push(pid);
    }
  }
  if (user !== null && hidden.length > 0) {
    for (const [pid, seen] of foldersSeenBy(user, hidden)) if (seen === folder) living.push(Number(pid));
  }
  return living;
}

function fromPs(cluster: string): number[] {
  const pid = recordedPostmaster(cluster);
  if (pid === null) return [];
  const { stdout } = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], {
    ...asUser(null),
    encoding: 'utf8',
  });
  return /^[^Z]*\bpostgres/m.test(stdout.trim()) ? [pid] : [];
}

/** Living PostgreSQL processes (zombies do not count) that work in the cluster folder, the server itself included. */
export function processesIn(cluster: string, user: RunUser | null): number[] {
  return process.platform === 'linux' ? fromProc(cluster, user) : fromPs(cluster);
}
