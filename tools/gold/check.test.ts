import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkGold } from './check-gold.ts';
import { findQuotes } from './find-quotes.ts';
import { GOLD, sha256 } from './gold-files.ts';

const TEXT = '门开了。\n\n“谁？”老张问。\n\n“我。”人都叫他“圆规”。\n';
const folders: string[] = [];

function goldWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gold-'));
  folders.push(folder);
  const all: Record<string, unknown> = {
    'texts/book/one.txt': TEXT,
    'rosters/book.json': [
      { name: '张三', aliases: ['老张'], sex: 'male' },
      { name: '李四', aliases: [], sex: null },
    ],
    'split.json': { train: ['book'], development: [], test: [] },
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const labels = (...speakers: readonly string[]): unknown => ({
  book: 'book',
  chapter: 'one',
  textSha256: sha256(TEXT),
  quotes: findQuotes(TEXT).map((quote, index) => {
    const speaker = speakers[index] ?? '';
    return { ...quote, speaker, category: speaker === '' || speaker === '非对白' ? null : 'latent' };
  }),
});

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the gold data set', () => {
  it('has no fault', { timeout: 120_000 }, () => {
    const report = checkGold(GOLD);
    expect(report.faults).toEqual([]);
    expect(report.books.filter((book) => book.quotes === 0)).toEqual([]);
  });
});

describe('checkGold', () => {
  it('counts quotes, labels, categories and agreement', () => {
    const gold = goldWith({
      'annotator-a/book/one.json': labels('张三', '李四', '非对白'),
      'annotator-b/book/one.json': labels('张三', '非对白', '非对白'),
    });
    const { faults, books } = checkGold(gold);
    expect(faults).toEqual([]);
    expect(books[0]).toMatchObject({
      part: 'train',
      quotes: 3,
      labelled: { 'annotator-a': 3, 'annotator-b': 3, labels: 0 },
      categories: { latent: 2, 非对白: 1 },
    });
    expect(books[0]?.agreement.speaker.n).toBe(3);
    expect(books[0]?.agreement.speaker.raw).toBeCloseTo(2 / 3, 10);
    // p_e = (1·1 + 1·0 + 1·2) / 9 = 1/3
    expect(books[0]?.agreement.speaker.kappa).toBeCloseTo(0.5, 10);
    expect(books[0]?.agreement.category.raw).toBeCloseTo(2 / 3, 10);
    // p_e = (2·1 + 1·2) / 9 = 4/9
    expect(books[0]?.agreement.category.kappa).toBeCloseTo(0.4, 10);
  });

  it('lets an annotator pause, but not settled labels', () => {
    expect(checkGold(goldWith({ 'annotator-a/book/one.json': labels('张三') })).faults).toEqual([]);
    expect(checkGold(goldWith({ 'labels/book/one.json': labels('张三') })).faults).toEqual([
      'labels/book/one: q2: has no speaker',
      'labels/book/one: q3: has no speaker',
    ]);
  });

  const text = (fault: string): RegExp => new RegExp(fault);
  it.each([
    [
      'an unknown speaker',
      { 'annotator-a/book/one.json': labels('老张') },
      text('q1: 老张 is not in the roster'),
    ],
    [
      'a text that changed',
      { 'texts/book/one.txt': `${TEXT}尾。\n`, 'annotator-a/book/one.json': labels('张三') },
      text('has changed'),
    ],
    ['a text with CRLF', { 'texts/book/one.txt': '“谁？”\r\n' }, text('must be LF')],
    ['labels without a text', { 'annotator-a/book/two.json': labels('张三') }, text('there is no such text')],
    [
      'a book in two parts',
      { 'split.json': { train: ['book'], development: [], test: ['book'] } },
      text('book is in 2 parts'),
    ],
    [
      'a book in no part',
      { 'split.json': { train: [], development: [], test: [] } },
      text('book is in 0 parts'),
    ],
    [
      'an alias of two people',
      {
        'rosters/book.json': [
          { name: '张三', aliases: ['老张'], sex: 'male' },
          { name: '张大', aliases: ['老张'], sex: 'male' },
        ],
      },
      text('老张 stands for 张三 and 张大'),
    ],
    ['a broken file', { 'annotator-b/book/one.json': '{' }, text('is not JSON')],
    ['a wrong form', { 'annotator-b/book/one.json': { book: 'book' } }, text('one.json')],
  ])('reports %s', (_name, files, fault) => {
    expect(checkGold(goldWith(files)).faults.join('\n')).toMatch(fault);
  });
});
