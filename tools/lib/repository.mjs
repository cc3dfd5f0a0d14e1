import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The Node 24 that npm installs with the project; the Node that runs this file may be older. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');

/** @param {...string} parts */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** Prints a Chinese text on standard error and ends the process with code 1. @param {string} text @returns {never} */
export function giveUp(text) {
  process.stderr.write(`\n✗ ${text}\n`);
  process.exit(1);
}
