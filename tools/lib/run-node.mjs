import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { NODE, ROOT, giveUp, inRoot } from './repository.mjs';

const FORWARDED = { SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', SIGHUP: 'SIGTERM' };
const PARENT_CHECK_MS = 1000;

/** Our parent and, where that is only the shell in which npm runs a script, its parent: npm. */
function startersOf() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'latin1');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return /sh$/.test(name) ? `${process.ppid} ${grandparent}` : String(process.ppid);
  } catch {
    return String(process.ppid);
  }
}

/** Stripped types and compiled code are kept here: a later start takes half the time. */
const COMPILED = inRoot('node_modules', '.cache', 'huaben-compiled');

/**
 * Runs Node 24 on a file, passes signals on and ends with its exit code.
 *
 * The child gets a pipe as file 3 (HUABEN_PARENT_FD) that ends when this process dies in whatever
 * way. With `apart` it also leads a session of its own, so that Ctrl-C, which the terminal sends to
 * everyone, reaches it exactly once: through us.
 *
 * @param {string} file @param {string[]} args @param {{ apart: boolean }} options
 */
export function runNode(file, args, options) {
  const child = spawn(NODE, [file, ...args], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, HUABEN_PARENT_FD: '3' },
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: options.apart,
  });
  child.stdio[3].on('error', () => undefined);
  child.on('error', (error) =>
    giveUp(`Node 24（${NODE}）没有启动起来：${error.message}。请删除 node_modules 后重试。`),
  );
  for (const [received, passedOn] of Object.entries(FORWARDED)) {
    // Not apart: the terminal has already told the child itself.
    process.on(received, () => (options.apart || received !== 'SIGINT' ? child.kill(passedOn) : undefined));
  }
  // npm that is killed outright leaves us behind without a word.
  if (process.env.npm_lifecycle_event !== undefined) {
    const starters = startersOf();
    setInterval(() => startersOf() !== starters && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  }
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.exit(signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1);
  });
}
