// npm start: installs, builds what changed, and runs the server on Node 24.
import { ensureInstalled } from './lib/install.mjs';
import { giveUp, inRoot } from './lib/repository.mjs';
import { runNode } from './lib/run-node.mjs';
import { buildStudio, studioIsFresh } from './lib/studio-build.mjs';

ensureInstalled();
if (!studioIsFresh()) {
  process.stdout.write('▸ 正在构建网页……\n');
  if (!buildStudio())
    giveUp('网页没有构建成功，上面是原因。若改过代码请先修正；否则请删除 node_modules 后重试。');
}
runNode(inRoot('apps', 'server', 'src', 'main.ts'), process.argv.slice(2), { apart: true });
