import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { NODE, ROOT, inRoot } from './repository.mjs';

/** What a step contributes to the last line. @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** Runs a program of node_modules on Node 24; true when it ended well. */
export function runTool(script, args) {
  const { status } = spawnSync(NODE, [inRoot('node_modules', ...script.split('/')), ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${dirname(NODE)}${delimiter}${process.env.PATH ?? ''}` },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

/**
 * Runs vitest, counts its tests and names those that failed, since a long log is often read from its end alone.
 * @param {string[]} args @returns {{ ok: boolean, tests: Tally, failures: string[] }}
 */
export function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'huaben-vitest-'));
  const report = join(folder, 'report.json');
  try {
    const ok = runTool('vitest/vitest.mjs', [
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    const counts = JSON.parse(readFileSync(report, 'utf8'));
    const skipped = counts.numPendingTests + counts.numTodoTests;
    return {
      ok,
      tests: { passed: counts.numPassedTests, failed: counts.numFailedTests, skipped },
      failures: counts.testResults.flatMap(failuresOf),
    };
  } catch (error) {
    process.stderr.write(
      `✗ vitest 没有留下结果：${error instanceof Error ? error.message : String(error)}\n`,
    );
    return { ok: false, tests: { passed: 0, failed: 0, skipped: 0 }, failures: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The failed tests of a file, or the file itself when it could not be run, each with the start of its message. */
function failuresOf(file) {
  const name = relative(ROOT, file.name);
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return file.status === 'failed' ? [`${name}: ${start(file.message)}`] : [];
  return failed.map((test) => `${name} › ${test.fullName}: ${start(test.failureMessages.join(' '))}`);
}

const SHOWN = 600;

/** @param {string} message */
function start(message) {
  return message.length > SHOWN ? `${message.slice(0, SHOWN)}…` : message;
}
