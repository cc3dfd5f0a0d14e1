import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
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
 * Runs vitest and counts its tests.
 * @param {string[]} args @returns {{ ok: boolean, tests: Tally }}
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
    return { ok, tests: { passed: counts.numPassedTests, failed: counts.numFailedTests, skipped } };
  } catch (error) {
    process.stderr.write(
      `✗ vitest 没有留下结果：${error instanceof Error ? error.message : String(error)}\n`,
    );
    return { ok: false, tests: { passed: 0, failed: 0, skipped: 0 } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
