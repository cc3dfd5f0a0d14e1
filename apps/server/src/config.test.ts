import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { configurationDoc } from './configuration-doc.ts';
import { readConfig } from './config.ts';

it('names every bad setting', () => {
  expect(() => readConfig({ PORT: 'eighty', DB_POOL: '0' })).toThrow(/PORT[\s\S]*DB_POOL/);
  expect(() => readConfig({ BLOB_STORE: 's3' })).toThrow('S3_BUCKET');
});

it('has defaults, takes empty as absent, and closes the demo in production', () => {
  expect(readConfig({})).toMatchObject({ PORT: 8686, HOST: '127.0.0.1', demo: true, production: false });
  expect(readConfig({ PORT: '' }).PORT).toBe(8686);
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true);
});

it('is what docs/configuration.md says', () => {
  const file = path.join(import.meta.dirname, '../../../docs/configuration.md');
  const made = configurationDoc();
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});
