import { accessSync, constants, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Held until released or until the process dies, however it dies. */
export interface FolderLock {
  release(): void;
}

const BUSY = 5;

/**
 * Takes the exclusive lock on a folder, or returns null when a live process holds it.
 *
 * Node has no flock, and a file holding a pid can be stolen by mistake (a reused pid, another
 * container). SQLite's exclusive transaction is a file lock of the kernel: it ends with its process
 * and is never inherited by children. Nothing is stored in the file.
 *
 * @throws when the file cannot be opened for writing.
 */
export function tryLockFolder(lockFile: string): FolderLock | null {
  let handle: DatabaseSync | undefined;
  try {
    // SQLite would fall back to reading only, and then the lock excludes nobody.
    if (existsSync(lockFile)) accessSync(lockFile, constants.W_OK);
    const opened = new DatabaseSync(lockFile);
    handle = opened;
    opened.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => opened.close() };
  } catch (error) {
    handle?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return null;
    throw new Error(
      `数据库锁文件 ${lockFile} 打不开或不能写（${error instanceof Error ? error.message : String(error)}）。` +
        '请确认当前用户对数据文件夹有读写权限，并且磁盘没有写满，然后重新启动。',
      { cause: error },
    );
  }
}
