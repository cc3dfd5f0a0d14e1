// npm test: every check of the project in order; --quick leaves out the browser.
// The last line is "N passed, N failed": each step counts as one, and so does each test.
import { existsSync } from 'node:fs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot } from './lib/repository.mjs';
import { runTool, runVitest } from './lib/steps.mjs';
import { buildStudio } from './lib/studio-build.mjs';

const quick = process.argv.includes('--quick');
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const failedTests = [];

/** @param {string} name @param {() => boolean | ReturnType<import('./lib/steps.mjs').runVitest>} work */
function step(name, work) {
  process.stdout.write(`\n══ ${name}\n`);
  let ok = false;
  try {
    const result = work();
    ok = typeof result === 'boolean' ? result : result.ok;
    if (typeof result !== 'boolean') {
      for (const key of Object.keys(total)) total[key] += result.tests[key];
      failedTests.push(...result.failures);
    }
  } catch (error) {
    process.stderr.write(`✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  total[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failures.push(name);
}

ensureInstalled();
step('类型检查：packages', () => runTool('typescript/bin/tsc', ['-p', 'packages/tsconfig.json']));
step('类型检查：服务端与工具', () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.json']));
step('类型检查：网页', () => runTool('typescript/bin/tsc', ['-p', 'apps/studio/tsconfig.json']));
step('代码规则 eslint', () => runTool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']));
step('排版 prettier', () => runTool('prettier/bin/prettier.cjs', ['--check', '.']));
step('模块边界 dependency-cruiser', () => {
  const folders = ['packages', 'apps', 'e2e', 'bench', 'tools'];
  return runTool('dependency-cruiser/bin/dependency-cruiser.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    ...folders,
  ]);
});
step('无用代码 knip', () => runTool('knip/bin/knip.js', []));
step('单元与接口测试 vitest', () => runVitest([]));
step('构建网页 vite', () => buildStudio());
if (!quick) {
  step('浏览器旅程', () => {
    const problem = ensureBrowser();
    if (problem !== null) throw new Error(problem);
    if (!existsSync(inRoot('e2e', 'vitest.config.ts'))) throw new Error('缺少 e2e/vitest.config.ts');
    return runVitest(['--config', 'e2e/vitest.config.ts']);
  });
}

for (const failure of failedTests) process.stdout.write(`\n✗ ${failure}\n`);
if (failures.length > 0) process.stdout.write(`\n没有通过：${failures.join('、')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
