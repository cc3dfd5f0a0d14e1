import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A living process; the start time tells it from a later one with the same number. */
export interface LivingProcess {
  readonly pid: number;
  readonly parent: number;
  readonly started: string;
  readonly name: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone in the meantime, or another user's.
    return '';
  }
}

/** Reads proc_pid_stat(5); null for a process that is gone or waits to be reaped. */
function living(pid: string): LivingProcess | null {
  const stat = read(`/proc/${pid}/stat`);
  const end = stat.lastIndexOf(')');
  const [state, parent, ...rest] = stat.slice(end + 2).split(' ');
  if (end < 0 || state === 'Z' || state === 'X') return null;
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { pid: Number(pid), parent: Number(parent), started: rest[17] ?? '', name };
}

/** Every living process of the machine. */
export const processTable = (): LivingProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => living(pid) ?? []);

/** A process with everything that descends from it, parents first. */
export function familyOf(root: number, table: readonly LivingProcess[]): LivingProcess[] {
  const children = Map.groupBy(table, (process) => process.parent);
  const family = table.filter((process) => process.pid === root);
  for (const member of family) family.push(...(children.get(member.pid) ?? []));
  return family;
}

/** The words of a process's command line. */
export const commandOf = (pid: number): string[] => read(`/proc/${pid}/cmdline`).split('\0');

/** Whether a process is still the one that was seen. */
export const stillLives = (seen: LivingProcess): boolean =>
  living(String(seen.pid))?.started === seen.started;

/** The processes whose command, environment or folder names the path. */
export function processesNaming(path: string): LivingProcess[] {
  return processTable().filter(({ pid }) => {
    if (pid === process.pid) return false;
    if (read(`/proc/${pid}/cmdline`).includes(path) || read(`/proc/${pid}/environ`).includes(path))
      return true;
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(path);
    } catch {
      return false;
    }
  });
}

/** Kills without a chance to clean up; one that is gone already does not matter. */
export function killOutright(victims: readonly LivingProcess[]): void {
  for (const victim of victims) {
    try {
      if (stillLives(victim)) process.kill(victim.pid, 'SIGKILL');
    } catch {
      // Gone in the meantime.
    }
  }
}
