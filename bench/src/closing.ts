import { Socket } from 'node:net';
import { within } from './waiting.ts';

const mostMs = 60_000;

/** Everything that must be stopped or removed before the run ends, last made first. */
export interface Closing {
  /** Registers one piece of tidying; call what comes back to do it at once. */
  add(name: string, work: () => unknown): () => Promise<void>;
  closeAll(): Promise<void>;
}

export function createClosing(): Closing {
  const open = new Map<symbol, { name: string; work: () => unknown }>();
  const close = async (key: symbol): Promise<void> => {
    const entry = open.get(key);
    if (!open.delete(key) || entry === undefined) return;
    try {
      await within(mostMs, entry.name, Promise.resolve(entry.work()));
    } catch (error) {
      console.error(`${entry.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    add(name, work) {
      const key = Symbol(name);
      open.set(key, { name, work });
      return () => close(key);
    },
    async closeAll() {
      for (const key of [...open.keys()].reverse()) await close(key);
    },
  };
}

/** Tidies up and ends when somebody stops us, or when the launcher that gave us a pipe is gone. */
export function closeWhenStopped(closing: Closing): void {
  let stopping = false;
  const stop = (code: number) => () => {
    if (stopping) return;
    stopping = true;
    void closing.closeAll().finally(() => process.exit(code));
  };
  process.on('SIGINT', stop(130));
  process.on('SIGTERM', stop(143));
  const fd = process.env['HUABEN_PARENT_FD'];
  if (fd === undefined) return;
  const pipe = new Socket({ fd: Number(fd), readable: true, writable: false });
  pipe.once('close', stop(143)).once('error', stop(143)).resume();
  pipe.unref();
}
