import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Layout } from './layout.ts';

const shape = z.object({ socketDir: z.string(), pid: z.int() });

/** Where the running server listens. */
export type ServerFile = z.infer<typeof shape>;

/** Tells other processes of the application where the server listens. */
export function writeServerFile(layout: Layout, content: ServerFile): void {
  const fresh = `${layout.serverFile}.new`;
  writeFileSync(fresh, JSON.stringify(content), { mode: 0o600 });
  renameSync(fresh, layout.serverFile);
}

/** Null when no server was ever started here or the file is damaged. */
export function readServerFile(layout: Layout): ServerFile | null {
  try {
    return shape.parse(JSON.parse(readFileSync(layout.serverFile, 'utf8')));
  } catch {
    return null;
  }
}

export function removeServerFile(layout: Layout): void {
  rmSync(layout.serverFile, { force: true });
}
