import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from './child-harness.ts';
import { tryLockFolder } from './folder-lock.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('one holder at a time, and the next after a release', () => {
  const file = join(folder.path, 'lock');
  const first = tryLockFolder(file);
  expect(first).not.toBe(null);
  expect(tryLockFolder(file)).toBe(null);
  first?.release();
  const second = tryLockFolder(file);
  expect(second).not.toBe(null);
  second?.release();
});

test('a place that cannot hold a lock is an error, never a lock', () => {
  expect(() => tryLockFolder(join(folder.path, 'absent', 'lock'))).toThrow(/锁文件.*权限/);
});
