import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { createHash } from 'node:crypto';

const server = 'http://127.0.0.1:8686';

/** The id of a build: its files' names carry hashes of what is in them. */
function buildId(fileNames: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of fileNames.filter((file) => /\.(js|css)$/.test(file)).sort()) hash.update(`${name}\n`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Writes the build's id to /version.json, and into index.html for the running page to compare with. It must
 * not stand in a script: that would keep its name, and its place in caches, while the id changes.
 */
function versionFile(): Plugin {
  return {
    name: 'version-file',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        {
          tag: 'meta',
          injectTo: 'head',
          attrs: { name: 'build', content: buildId(Object.keys(bundle ?? {})) },
        },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify({ version: buildId(Object.keys(bundle)) });
        this.emitFile({ type: 'asset', fileName: 'version.json', source });
      },
    },
  };
}

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [react(), versionFile()],
  build: {
    target: 'es2022',
    sourcemap: false,
    outDir: 'dist',
    emptyOutDir: true,
    // The page that measures the editor is built only where it is asked for; it is no part of the product.
    rolldownOptions: { input: mode === 'bench' ? 'bench.html' : 'index.html' },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, ws: true } } },
  preview: { host: '127.0.0.1', proxy: { '/api': { target: server, ws: true } } },
}));
