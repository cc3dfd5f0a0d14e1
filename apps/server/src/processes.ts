import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Log } from './platform/log.ts';

/** How long a child may take to finish what it is doing. */
const graceMs = 20_000;

/** A child of the whole: restarted when it dies, stopped when the whole stops. */
export interface KeptChild {
  stop(): Promise<void>;
}

/**
 * Runs this program in another mode as a child and keeps it running. The child inherits a pipe whose
 * end tells it that we are gone, so that nothing outlives even a SIGKILL of this process.
 */
export function keepRunning(
  mode: 'web' | 'worker',
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): KeptChild {
  let child: ChildProcess | null = null;
  let stopping = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    const started = Date.now();
    const next = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), mode], {
      env: { ...env, HUABEN_PARENT_FD: '3' },
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    child = next;
    next.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      failures = Date.now() - started > 30_000 ? 0 : failures + 1;
      const waitMs = Math.min(10_000, 200 * 2 ** failures);
      log.warn({ event: 'process.died', mode, code, signal, waitMs });
      timer = setTimeout(start, waitMs);
    });
  };
  start();
  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => running.kill('SIGKILL'), graceMs);
        running.once('exit', () => {
          clearTimeout(force);
          resolve();
        });
        running.kill('SIGTERM');
      });
    },
  };
}
