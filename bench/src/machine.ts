import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';

/** The folder of the repository. */
export const root = path.join(import.meta.dirname, '../..');

const packages = [
  'prosemirror-view',
  'prosemirror-model',
  'prosemirror-state',
  'vite',
  'pg',
  'playwright-core',
];
const packageFile = z.object({ version: z.string() });

function packageVersion(name: string): string {
  // Not every package lets its package.json be required, so the folder is found by the usual search.
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of folders) {
    try {
      const text = readFileSync(path.join(folder, name, 'package.json'), 'utf8');
      return `${name} ${packageFile.parse(JSON.parse(text)).version}`;
    } catch {
      continue;
    }
  }
  return `${name} –`;
}

/** The first line that a program prints about its version, or null when there is no such program. */
export function versionOf(program: string): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? (stdout.split('\n')[0]?.trim() ?? null) : null;
}

/** Processor, cores, memory and system. */
export function machineLine(): string {
  const cpus = os.cpus();
  const memory = `${(os.totalmem() / 2 ** 30).toFixed(0)} GB`;
  return `${cpus[0]?.model.trim() ?? 'unknown processor'}, ${cpus.length} cores, ${memory}, ${os.type()} ${os.release()} ${os.arch()}`;
}

/** Versions of what is measured and of what measures. */
export const versionLine = (): string =>
  [`Node ${process.version}`, ...packages.map(packageVersion)].join(', ');

/** How many programs wanted a core in the last one and five minutes. */
export function loadLine(): string {
  const [one = 0, five = 0] = os.loadavg();
  return `${one.toFixed(2)} / ${five.toFixed(2)}`;
}
