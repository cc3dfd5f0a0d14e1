import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('the language model', () => {
  const remote = {
    LANGUAGE_MODEL_URL: 'https://model.example/v1',
    LANGUAGE_MODEL_NAME: 'some-model',
    LANGUAGE_MODEL_INPUT_PRICE: '0.5',
    LANGUAGE_MODEL_OUTPUT_PRICE: '0',
  };

  it('is off by default, and complete when it is on', () => {
    expect(readConfig({}).LANGUAGE_MODEL_URL).toBeUndefined();
    expect(readConfig(remote)).toMatchObject({
      LANGUAGE_MODEL_INPUT_PRICE: 0.5,
      LANGUAGE_MODEL_OUTPUT_PRICE: 0,
      LANGUAGE_MODEL_CONCURRENCY: 4,
    });
    expect(() => readConfig({ ...remote, LANGUAGE_MODEL_NAME: '' })).toThrow('LANGUAGE_MODEL_NAME');
    expect(() => readConfig({ ...remote, LANGUAGE_MODEL_OUTPUT_PRICE: '' })).toThrow('费用上限不起作用');
    const local = { LANGUAGE_MODEL_URL: 'http://localhost:11434/v1', LANGUAGE_MODEL_NAME: 'some-model' };
    expect(readConfig(local).LANGUAGE_MODEL_INPUT_PRICE).toBeUndefined();
  });

  it.each(['http://127.0.0.1:8000/v1', 'http://[::1]/v1', 'http://127.1/v1', 'https://10.0.0.5/v1'])(
    'may be at %s',
    (address) => {
      expect(readConfig({ ...remote, LANGUAGE_MODEL_URL: address }).LANGUAGE_MODEL_URL).toBe(address);
    },
  );

  it.each([
    'http://model.example/v1',
    'http://10.0.0.5/v1',
    'http://127.0.0.1.example/v1',
    'http://localhost.example/v1',
    'http://[::2]/v1',
    'ftp://localhost/v1',
    'file:///v1',
    'model.example/v1',
    'https://user:hunter2@model.example/v1',
    'https://model.example/v1?key=hunter2',
    'https://model.example/v1#hunter2',
  ])('may not be at %s, and the address is not repeated', (address) => {
    const read = (): unknown => readConfig({ ...remote, LANGUAGE_MODEL_URL: address });
    expect(read).toThrow('LANGUAGE_MODEL_URL');
    expect(read).not.toThrow(/hunter2|example/);
  });

  it.each(['sk secret-9', 'sk-secret-9\nx: y', 'sk-secret-9–'])(
    'has no such key, nor repeats it: %j',
    (key) => {
      const read = (): unknown => readConfig({ ...remote, LANGUAGE_MODEL_KEY: key });
      expect(read).toThrow('LANGUAGE_MODEL_KEY');
      expect(read).not.toThrow('secret-9');
    },
  );
});

it('is what docs/configuration.md says', () => {
  const file = path.join(import.meta.dirname, '../../../docs/configuration.md');
  const made = configurationDoc();
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, made);
  expect(readFileSync(file, 'utf8')).toBe(made);
});
