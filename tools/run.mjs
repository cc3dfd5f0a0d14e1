// node tools/run.mjs FILE.ts [arguments]: runs a TypeScript file of the project on Node 24.
import { resolve } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { giveUp } from './lib/repository.mjs';
import { runNode } from './lib/run-node.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) giveUp('请写明要运行的文件，例如：node tools/run.mjs bench/run.ts');
ensureInstalled();
runNode(resolve(file), args, { apart: false });
