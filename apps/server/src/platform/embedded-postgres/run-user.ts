import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The account PostgreSQL runs under when the application itself runs as root. */
export interface RunUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL needs no variable of ours; a fixed environment keeps locale and PG* settings of the shell out. */
export const CHILD_ENV = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** Spawn options that run a child as that user, away from folders the user may not enter. */
export function asUser(user: RunUser | null): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  const base = { cwd: '/', env: { ...CHILD_ENV } };
  return user === null ? base : { ...base, uid: user.uid, gid: user.gid };
}

function lookUp(name: string): RunUser | null {
  const numbers = ['-u', '-g'].map((flag) => {
    const answer = spawnSync('id', [flag, name], { ...asUser(null), encoding: 'utf8' });
    return answer.status === 0 ? Number(answer.stdout.trim()) : Number.NaN;
  });
  const [uid, gid] = numbers;
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) return null;
  return { name, uid, gid };
}

function ownerOf(folder: string): RunUser | null {
  try {
    const { uid, gid } = statSync(folder);
    return uid === 0 ? null : { name: `uid ${String(uid)}`, uid, gid };
  } catch {
    return null;
  }
}

/**
 * Decides who runs PostgreSQL, which refuses to run as root: nobody else than the current user when
 * that is an ordinary one (null), otherwise the wanted account, the owner of the existing cluster,
 * `postgres`, or `nobody`, in this order.
 *
 * @throws when root has no usable account to change to or may not change to it.
 */
export function chooseRunUser(options: { runAs?: string | undefined; cluster: string }): RunUser | null {
  if (process.getuid?.() !== 0) return null;
  const user =
    options.runAs === undefined
      ? (ownerOf(options.cluster) ?? lookUp('postgres') ?? lookUp('nobody'))
      : lookUp(options.runAs);
  if (user === null || user.uid === 0) {
    throw new Error(
      options.runAs === undefined
        ? 'PostgreSQL 不能以 root 身份运行，而本机没有 postgres 或 nobody 账号可用。请建立一个普通账号并用它启动，或设置 DATABASE_URL 使用已有的数据库。'
        : `指定用来运行数据库的账号 ${options.runAs} 不存在或就是 root。请改用一个存在的普通账号，例如 postgres 或 nobody。`,
    );
  }
  const attempt = spawnSync('/bin/sh', ['-c', ':'], asUser(user));
  if (attempt.status !== 0) {
    throw new Error(
      `当前的 root 不能切换到账号 ${user.name}（${attempt.error?.message ?? '没有权限'}），容器可能去掉了 SETUID/SETGID 权限。` +
        '请直接以普通用户启动，或给容器加回这两项权限，或设置 DATABASE_URL 使用已有的数据库。',
    );
  }
  return user;
}

/** Whether that user can enter the folder, every folder above it included. */
export function canEnter(folder: string, user: RunUser | null): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], asUser(user)).status === 0;
}

/** initdb looks its user up by name; an account-less uid (containers started with a bare uid) makes it fail. */
export function requireAccount(): void {
  try {
    userInfo();
  } catch (error) {
    throw new Error(
      `当前用户的编号 ${String(process.getuid?.())} 在 /etc/passwd 里没有账号，PostgreSQL 无法建立数据库。` +
        '请用有账号的用户启动（容器可去掉 --user，或在镜像里用 useradd 建立该用户），或设置 DATABASE_URL 使用已有的数据库。',
      { cause: error },
    );
  }
}
