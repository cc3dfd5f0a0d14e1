import { describe, expect, it } from 'vitest';
import { awaitExport, takeFinished } from './awaited-exports.ts';
import { fileSizeText } from './file-size.ts';

describe('takeFinished', () => {
  it('gives each awaited download once, when it has ended, and no other', () => {
    awaitExport('a');
    awaitExport('b');
    awaitExport('c');
    const records = [
      { id: 'a', state: 'done' },
      { id: 'b', state: 'running' },
      { id: 'c', state: 'failed' },
      { id: 'of another tab', state: 'done' },
    ];
    const first = takeFinished(records);
    expect([first.ready.map((one) => one.id), first.lost.map((one) => one.id)]).toEqual([['a'], ['c']]);
    expect(takeFinished(records)).toEqual({ ready: [], lost: [] });
    expect(takeFinished([{ id: 'b', state: 'done' }]).ready).toHaveLength(1);
  });
});

describe('fileSizeText', () => {
  it('uses the unit in which a size reads best', () => {
    expect([0, 200, 2048, 3_456_789, 2_147_483_648].map(fileSizeText)).toEqual([
      '1 KB',
      '1 KB',
      '2 KB',
      '3.3 MB',
      '2.00 GB',
    ]);
  });
});
