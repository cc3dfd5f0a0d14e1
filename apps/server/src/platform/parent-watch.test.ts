import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('./parent-watch.ts', import.meta.url));
const CHILD = `
const { watchParent } = await import(${JSON.stringify(module)});
const alive = setInterval(() => {}, 1000);
watchParent(3, () => { console.log('gone'); clearInterval(alive); });
console.log('watching');
`;
const LAUNCHER = `
const { spawn } = await import('node:child_process');
spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(CHILD)}], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'], detached: true });
`;

test('the death of the launcher by SIGKILL is noticed, once', async () => {
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', LAUNCHER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  launcher.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said === 'watching\n') launcher.kill('SIGKILL');
  });
  // The output is also held by the child, so it ends when the child does.
  await once(launcher.stdout, 'end');
  expect(said).toBe('watching\ngone\n');
});
