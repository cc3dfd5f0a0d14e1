import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { root } from '../machine.ts';
import { peerHtml } from './peer-html.ts';

/** The editors, in the order in which the first repeat runs them; each has a page of its own. */
export const engines = [
  { name: 'studio', page: '/studio/bench.html' },
  { name: 'bare ProseMirror', page: '/peers/prosemirror.html' },
  { name: 'contenteditable', page: '/peers/contenteditable.html' },
] as const;

/** An editor. */
export type Engine = (typeof engines)[number];

const peers = {
  prosemirror: fileURLToPath(new URL('./page/prosemirror-page.ts', import.meta.url)),
  contenteditable: fileURLToPath(new URL('./page/contenteditable-page.ts', import.meta.url)),
};

/** Builds every page for production, minified, into `folder`: the studio's own build, and the peers beside it. */
export async function buildPages(folder: string): Promise<void> {
  const studio = path.join(root, 'apps/studio');
  await build({
    root: studio,
    configFile: path.join(studio, 'vite.config.ts'),
    mode: 'bench',
    base: '/studio/',
    logLevel: 'error',
    build: { outDir: path.join(folder, 'studio'), emptyOutDir: true, reportCompressedSize: false },
  });
  const out = path.join(folder, 'peers');
  await build({
    root: import.meta.dirname,
    configFile: false,
    base: '/peers/',
    logLevel: 'error',
    build: {
      target: 'es2022',
      minify: true,
      outDir: out,
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: { input: peers, output: { entryFileNames: '[name].js' } },
    },
  });
  mkdirSync(out, { recursive: true });
  for (const name of Object.keys(peers))
    writeFileSync(path.join(out, `${name}.html`), peerHtml(`/peers/${name}.js`));
}
