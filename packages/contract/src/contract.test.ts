import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Call } from './call.ts';
import { contract } from './contract.ts';
import { openApiDocument } from './openapi.ts';

const here = new URL('.', import.meta.url);
const specified = readFileSync(new URL('calls.tsv', here), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'))
  .map(([, method, path]) => `${method} ${path}`);
const declared: [string, Call][] = Object.values(contract)
  .flatMap((group): Call[] => Object.values(group))
  .map((call) => [`${call.method} ${call.path}`, call]);

describe('contract against the specification', () => {
  it('declares every path once', () => {
    const keys = declared.map(([key]) => key);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('names every call that the specification lacks as extra, and no other', () => {
    const wrong = declared.filter(([key, call]) => specified.includes(key) === (call.extra === true));
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('lists exactly the calls still missing; the list may only shrink', () => {
    const keys = new Set(declared.map(([key]) => key));
    const missing = specified.filter((key) => !keys.has(key));
    const file = new URL('missing-calls.txt', here);
    const listed = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
    expect(
      missing.filter((key) => !listed.includes(key)),
      'a call disappeared from the contract',
    ).toEqual([]);
    if (process.env['UPDATE_MISSING_CALLS'] === '1') writeFileSync(file, missing.join('\n') + '\n');
    else expect(listed, 'declared now: run with UPDATE_MISSING_CALLS=1 to shrink the list').toEqual(missing);
  });

  it('describes every call in OpenAPI', () => {
    const document = openApiDocument(contract, '0.0.0') as { paths: Record<string, Record<string, object>> };
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(operations).toHaveLength(declared.length);
  });
});
