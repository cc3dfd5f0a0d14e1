import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Layout } from './layout.ts';
import { canEnter } from './run-user.ts';
import type { RunUser } from './run-user.ts';
import { socketFile } from './watchdog.ts';

/** sun_path holds 104 bytes on macOS and 108 on Linux, the final zero and ".lock" included. */
const LONGEST_SOCKET_PATH = 98;
const SHORT_PREFIX = '/tmp/huaben-pg-';
const SHORT_FOLDER = /^\/tmp\/huaben-pg-[^/]+$/;

/**
 * Makes the folder of the socket, closed to everybody but the user that runs PostgreSQL: the one in
 * the data folder, or a fresh one under /tmp when that path is too long or not open to that user.
 */
export function makeSocketFolder(layout: Layout, user: RunUser | null): string {
  const own = (folder: string) => {
    chmodSync(folder, 0o700);
    if (user !== null) chownSync(folder, user.uid, user.gid);
    return folder;
  };
  const fits = Buffer.byteLength(socketFile(layout.socketDir)) <= LONGEST_SOCKET_PATH;
  if (!fits || (user !== null && !canEnter(dirname(layout.socketDir), user)))
    return own(mkdtempSync(SHORT_PREFIX));
  mkdirSync(layout.socketDir, { recursive: true, mode: 0o700 });
  return own(layout.socketDir);
}

/** Removes the socket and its lock file, which a server that is known to be gone left behind. */
export function clearSocketFiles(socketDir: string): void {
  rmSync(socketFile(socketDir), { force: true });
  rmSync(`${socketFile(socketDir)}.lock`, { force: true });
}

/** Removes everything about the socket, its folder too when that was a short-lived one. */
export function clearSocket(socketDir: string): void {
  clearSocketFiles(socketDir);
  if (!SHORT_FOLDER.test(socketDir)) return;
  try {
    if (lstatSync(socketDir).isDirectory()) rmSync(socketDir, { recursive: true, force: true });
  } catch {
    // Already swept away.
  }
}
