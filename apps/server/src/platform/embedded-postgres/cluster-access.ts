import { closeSync, constants, openSync } from 'node:fs';
import { canEnter } from './run-user.ts';
import type { RunUser } from './run-user.ts';

/** How a child running as another user names the cluster folder. */
export interface ClusterAccess {
  readonly path: string;
  /** The stdio entries from number `first` on that hand the open folder to the child, if it needs it. */
  stdioFrom(first: number): ('ignore' | number)[];
  close(): void;
}

/** Above the file numbers that shell redirections use for other things in the watchdog. */
const FOLDER_FD = 9;

/**
 * Opens the cluster folder for a child. Where a folder above it is closed to that user (a project
 * below /root, say), the child inherits the folder as an open file and reaches it through
 * /proc/self/fd, which asks for no permission on the way.
 *
 * @throws on systems without /proc when the folder is closed to the user.
 */
export function openCluster(folder: string, user: RunUser | null): ClusterAccess {
  if (user === null || canEnter(folder, user))
    return { path: folder, stdioFrom: () => [], close: () => undefined };
  if (process.platform !== 'linux') {
    throw new Error(
      `账号 ${user.name} 进不了数据库文件夹 ${folder}（上级文件夹不对它开放）。请用 DATA_DIR 把数据放到其他位置，或改用普通用户启动。`,
    );
  }
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    path: `/proc/self/fd/${String(FOLDER_FD)}`,
    stdioFrom: (first) => [...Array.from({ length: FOLDER_FD - first }, () => 'ignore' as const), handle],
    close: () => closeSync(handle),
  };
}
