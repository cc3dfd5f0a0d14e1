import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NODE, ROOT, giveUp, inRoot } from './repository.mjs';

const WANTED_MAJOR = 24;
const STAMP = inRoot('node_modules', '.huaben-installed');

function requireNode20() {
  if (Number(process.versions.node.split('.')[0]) >= 20) return;
  giveUp(
    `当前的 Node 是 ${process.versions.node}，需要 20 或更新的版本。请从 https://nodejs.org 安装后重试。`,
  );
}

/** A log level that silences this very run must not hide npm's own errors from the user. */
function npm(args, stderr = 'inherit') {
  const env = { ...process.env };
  delete env.npm_config_loglevel;
  const quoted = process.platform === 'win32';
  return spawnSync('npm', args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', stderr], shell: quoted });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * npm notes what it really installed in a lock file of its own; when that agrees with ours, someone
 * ran npm by hand and nothing is to be done. Optional packages may be absent (other platforms).
 */
function npmSaysInstalled() {
  const wanted = readLock(inRoot('package-lock.json'));
  const installed = readLock(inRoot('node_modules', '.package-lock.json'));
  if (wanted === null || installed === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function installPackages() {
  const stamp = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  if (!npmSaysInstalled()) {
    process.stdout.write('▸ 正在安装依赖（首次大约需要一到三分钟，取决于网络）……\n');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    let result = npm(['ci', ...quiet], 'pipe');
    if (result.status !== 0) {
      // Below the first lines npm prints its whole usage text.
      process.stderr.write(`${String(result.stderr).split('\n').slice(0, 20).join('\n')}\n`);
      // A mirror that lacks a package of another platform makes `npm ci` refuse what `npm install` tolerates.
      process.stdout.write('▸ 严格安装（npm ci）没有成功，改用 npm install 再试一次……\n');
      result = npm(['install', '--no-save', ...quiet]);
    }
    if (result.status !== 0) {
      giveUp(
        `依赖没有装好（${result.error ? result.error.message : `npm 退出码 ${result.status}`}）。` +
          '请检查网络，或用 npm config set registry 换一个镜像后重试；上面是 npm 给出的原因。',
      );
    }
    process.stdout.write('▸ 依赖已装好。\n');
  }
  writeFileSync(STAMP, stamp);
}

function runtimeProblem() {
  const { status, stdout, error } = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return error?.code === 'ENOENT' ? '还没有下载' : (error?.message ?? `退出码 ${status}`);
  return stdout.startsWith(`v${WANTED_MAJOR}.`) ? null : `版本是 ${stdout.trim()}`;
}

/** The package `node` fetches its program in an install script, which npm may have been told to skip. */
function completeRuntime() {
  if (runtimeProblem() === null) return;
  process.stdout.write(`▸ 正在补装 Node ${WANTED_MAJOR} 运行环境……\n`);
  npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
  if (runtimeProblem() !== null) {
    // npm may be set to run no script whatever it is told; this is the very step it would have run.
    const step = [inRoot('node_modules', 'node', 'installArchSpecificPackage.js')];
    spawnSync(process.execPath, step, {
      cwd: inRoot('node_modules', 'node'),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  const problem = runtimeProblem();
  if (problem === null) return;
  giveUp(
    `项目自带的 Node ${WANTED_MAJOR} 不能用（${NODE}：${problem}）。` +
      '请确认网络能访问 npm 源、且没有禁止安装脚本（npm config get ignore-scripts 应为 false），然后删除 node_modules 重试。',
  );
}

/** Makes sure that the packages and Node 24 are there; a few milliseconds when they are. */
export function ensureInstalled() {
  requireNode20();
  installPackages();
  completeRuntime();
}
