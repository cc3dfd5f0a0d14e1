import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { openCluster } from './cluster-access.ts';
import { ROLE } from './layout.ts';
import type { Layout } from './layout.ts';
import { asUser, requireAccount } from './run-user.ts';
import type { RunUser } from './run-user.ts';

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes the password so that it survives a power cut, readable by our own user only. */
function savePassword(layout: Layout, password: string): void {
  const fresh = `${layout.passwordFile}.new`;
  writeFileSync(fresh, `${password}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, layout.passwordFile);
  syncFolder(layout.root);
}

const newPassword = () => randomBytes(24).toString('base64url');

/** Reads the password of the database role. */
export function readPassword(layout: Layout): string {
  return readFileSync(layout.passwordFile, 'utf8').trim();
}

async function runInitdb(
  binaries: Binaries,
  user: RunUser | null,
  folder: string,
  passwordFile: string,
): Promise<void> {
  // Chinese is collated by the application; "builtin C.UTF-8" still knows case and letters of every script.
  const locale = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const access = openCluster(folder, user);
  try {
    const child = spawn(
      binaries.initdb,
      [
        '-D',
        access.path,
        '-U',
        ROLE,
        '--encoding=UTF8',
        '--locale=C',
        ...locale,
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--data-checksums',
      ],
      { ...asUser(user), detached: true, stdio: ['ignore', 'pipe', 'pipe', ...access.stdioFrom(3)] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((done, fail) =>
      child.once('error', fail).once('close', done),
    );
    if (code === 0) return;
    throw new Error(
      `建立数据库失败（initdb 退出码 ${String(code)}）：${said.trim().slice(-800)}\n` +
        '请确认数据文件夹所在的磁盘有至少 200 MB 空间、支持普通文件权限，然后重新启动；没有写成的部分会自动清掉。',
    );
  } finally {
    access.close();
  }
}

/** Initialises into a side folder and renames it, so that a cluster is either whole or absent. */
async function createCluster(layout: Layout, binaries: Binaries, user: RunUser | null): Promise<void> {
  if (user === null) requireAccount();
  for (const name of readdirSync(layout.root)) {
    if (name.startsWith('creating-')) rmSync(join(layout.root, name), { recursive: true, force: true });
  }
  const fresh = mkdtempSync(join(layout.root, 'creating-'));
  // Outside the data folder, because the other user may not be able to enter that.
  const secret = mkdtempSync('/tmp/huaben-init-');
  try {
    const password = newPassword();
    const passwordFile = join(secret, 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user !== null) for (const path of [fresh, secret, passwordFile]) chownSync(path, user.uid, user.gid);
    await runInitdb(binaries, user, fresh, passwordFile);
    savePassword(layout, password);
    renameSync(fresh, layout.cluster);
    syncFolder(layout.root);
  } finally {
    rmSync(secret, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

function refuseOtherMajor(layout: Layout, binaries: Binaries): void {
  const found = readFileSync(join(layout.cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === String(binaries.major)) return;
  throw new Error(
    `数据库文件夹 ${layout.cluster} 由 PostgreSQL ${found} 建立，而现在要用的是 PostgreSQL ${String(binaries.major)}，两者的文件不通用，所以没有启动，数据没有改动。` +
      `请用 PG_BIN 指向 PostgreSQL ${found} 的 bin 文件夹再启动；要换到新版本，请先用旧版本的 pg_dump 导出，再导入新的数据文件夹。`,
  );
}

/**
 * Makes sure that an ordinary user owns the cluster; root can take it over.
 *
 * @throws naming both users and what to do.
 */
export function refuseForeignOwner(layout: Layout, user: RunUser | null): void {
  if (user !== null || !existsSync(layout.cluster)) return;
  const { uid } = statSync(layout.cluster);
  const own = process.geteuid?.();
  if (uid === own) return;
  throw new Error(
    `数据库文件夹 ${layout.cluster} 属于编号 ${String(uid)} 的用户，而当前用户编号是 ${String(own)}。` +
      `请用原来的用户（或 root）启动，或由管理员执行 chown -R 把整个 ${layout.root} 交给当前用户。`,
  );
}

/** As root, gives the folder to the user that will run PostgreSQL. */
function settleOwner(layout: Layout, user: RunUser | null): void {
  const { uid, mode } = statSync(layout.cluster);
  if (user !== null && uid !== user.uid) {
    const owner = `${String(user.uid)}:${String(user.gid)}`;
    const { status, stderr } = spawnSync('chown', ['-R', owner, layout.cluster], {
      ...asUser(null),
      encoding: 'utf8',
    });
    if (status !== 0) {
      throw new Error(
        `不能把数据库文件夹 ${layout.cluster} 交给账号 ${user.name}：${stderr.trim()}。请以 root 身份手动执行 chown -R ${owner} 后重新启动。`,
      );
    }
  }
  // PostgreSQL refuses a folder that others may read, which is how archives often unpack.
  if ((mode & 0o027) !== 0) chmodSync(layout.cluster, 0o700);
}

/** Sets a new password through single-user mode, for a data folder whose password file was lost. */
function resetPassword(layout: Layout, binaries: Binaries, user: RunUser | null): void {
  const password = newPassword();
  const access = openCluster(layout.cluster, user);
  const answer = spawnSync(binaries.postgres, ['--single', '-D', access.path, 'postgres'], {
    ...asUser(user),
    encoding: 'utf8',
    input: `ALTER ROLE ${ROLE} PASSWORD '${password}'\n`,
    stdio: ['pipe', 'pipe', 'pipe', ...access.stdioFrom(3)],
  });
  access.close();
  if (answer.status !== 0) {
    throw new Error(
      `密码文件 ${layout.passwordFile} 不见了，重设也没有成功：${answer.stderr.slice(-500)}。请从备份里恢复这个文件。`,
    );
  }
  savePassword(layout, password);
}

/**
 * Makes sure a cluster of the right version, owner and password is there, creating it in an empty
 * data folder. The caller holds the folder's lock and knows that no server runs in it.
 */
export async function prepareCluster(
  layout: Layout,
  binaries: Binaries,
  user: RunUser | null,
): Promise<'created' | 'found'> {
  if (!existsSync(join(layout.cluster, 'PG_VERSION'))) {
    if (existsSync(layout.cluster) && readdirSync(layout.cluster).length > 0) {
      throw new Error(
        `${layout.cluster} 里有文件，但不是完整的数据库（缺少 PG_VERSION）。为免损坏数据，没有启动也没有改动它。请从备份恢复这个文件夹，或确认不要后把它移走。`,
      );
    }
    await createCluster(layout, binaries, user);
    return 'created';
  }
  refuseOtherMajor(layout, binaries);
  settleOwner(layout, user);
  if (!existsSync(layout.passwordFile)) resetPassword(layout, binaries, user);
  return 'found';
}
