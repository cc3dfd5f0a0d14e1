import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Whether these tests run as root, who must hand PostgreSQL to another user. */
export const AS_ROOT = process.getuid?.() === 0;

/** The numbers of `nobody`, the ordinary user that root pretends to be. */
export const NOBODY = { uid: 65534, gid: 65534 };

const PROGRAM = `
const [, module, text] = process.argv;
const { startEmbeddedPostgres } = await import(module);
const { as, ...options } = JSON.parse(text);
// Only now, because the project's own folder may be closed to that user.
if (as !== undefined) { process.setgroups([]); process.setgid(as.gid); process.setuid(as.uid); }
try {
  const server = await startEmbeddedPostgres({ ...options, log: () => undefined });
  process.stdin.once('end', () => void server.stop().then(() => process.exit(0))).resume();
  console.log(JSON.stringify({ ok: true, connection: server.connection, owned: server.owned, pid: server.pid }));
} catch (error) {
  console.log(JSON.stringify({ ok: false, message: error.message }));
}
`;

const connectionShape = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
});
const answerShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), connection: connectionShape, owned: z.boolean(), pid: z.number() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

/** Another process of the application, of which tests may dispose as they like. */
export interface AppProcess {
  readonly answer: z.infer<typeof answerShape>;
  /** Dies at once, without a chance to clean up. */
  kill(): Promise<void>;
  /** Stops as the application would. */
  stop(): Promise<void>;
}

/** Runs `startEmbeddedPostgres` in a process of its own, as another user when asked. */
export async function appProcess(options: {
  dataDir: string;
  binDir?: string;
  as?: { uid: number; gid: number };
}): Promise<AppProcess> {
  const module = fileURLToPath(new URL('./start.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, '--', module, JSON.stringify(options)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), ended]);
  return {
    answer: answerShape.parse(JSON.parse(String(line[0]))),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** A data folder for one test; its parent lets every user through unless `closed`. */
export function temporaryFolder(closed = false): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'huaben-pg-test-'));
  chmodSync(path, closed ? 0o700 : 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
