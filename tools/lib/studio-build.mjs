import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT, inRoot } from './repository.mjs';

const STAMP = inRoot('apps', 'studio', 'dist', '.built');

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function sources() {
  const studio = inRoot('apps', 'studio');
  return [
    inRoot('package-lock.json'),
    ...['index.html', 'vite.config.ts', 'package.json'].map((name) => join(studio, name)),
    ...filesBelow(join(studio, 'src')),
    ...filesBelow(join(studio, 'public')),
    ...readdirSync(inRoot('packages')).flatMap((name) => filesBelow(inRoot('packages', name, 'src'))),
  ].filter((file) => !/\.test\.tsx?$/.test(file) && existsSync(file));
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources())
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Whether the built studio belongs to the present sources. */
export function studioIsFresh() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();
}

/** Builds the studio; true when it succeeded. The stamp is of the sources as they were before. */
export function buildStudio() {
  const stamp = fingerprint();
  const { status } = spawnSync(
    NODE,
    [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'apps/studio'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (status !== 0) return false;
  writeFileSync(STAMP, stamp);
  return true;
}
