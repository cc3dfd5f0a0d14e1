import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findQuotes } from '../../gold/find-quotes.ts';
import { sha256 } from '../../gold/gold-files.ts';
import { loadDataSet } from './load-data-set.ts';

const TEXT = '第一章\n\n老郑站起来：“来了。”\n\n“谁？”\n门上贴着“福”字。\n';
let folder = '';

function put(name: string, content: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function putLabels(layer: string, book: string, chapter: string, speakers: readonly string[]): void {
  const quotes = findQuotes(TEXT).map((quote, i) => {
    const speaker = speakers[i] ?? '';
    return { ...quote, speaker, category: speaker === '' || speaker === '非对白' ? null : 'latent' };
  });
  put(`${layer}/${book}/${chapter}.json`, JSON.stringify({ book, chapter, textSha256: sha256(TEXT), quotes }));
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'data-set-'));
  for (const book of ['one', 'two']) {
    put(`texts/${book}/01.txt`, TEXT);
    put(`rosters/${book}.json`, JSON.stringify([{ name: '老郑', aliases: ['郑师傅'], sex: 'male' }]));
    putLabels('annotator-a', book, '01', ['老郑', '匿名', '非对白']);
  }
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('loadDataSet', () => {
  it('gives paragraphs whose quotes lie where the labels say', () => {
    const [chapter] = loadDataSet(folder);
    expect(chapter?.quotes.map((quote) => quote.speaker)).toEqual(['老郑', '匿名', '非对白']);
    const placed = chapter?.paragraphs.flatMap((paragraph, p) =>
      paragraph.quotes.map((quote) => {
        const start = chapter.paragraphStarts[p] ?? 0;
        return [quote.lineId, chapter.text.slice(start + quote.from, start + quote.to)];
      }),
    );
    expect(placed).toEqual(chapter?.quotes.map((quote) => [quote.id, quote.text]));
    expect(chapter?.paragraphs.map((paragraph) => paragraph.text)).not.toContain('');
  });

  it('prefers settled labels and leaves out quotations without a label', () => {
    putLabels('labels', 'one', '01', ['群体']);
    expect(loadDataSet(folder)[0]?.quotes.map((quote) => quote.speaker)).toEqual(['群体']);
  });

  it('keeps the test books closed unless a look is asked for', () => {
    put('split.json', JSON.stringify({ train: ['one'], development: [], test: ['two'] }));
    expect(loadDataSet(folder).map((chapter) => chapter.book)).toEqual(['one']);
    expect(() => loadDataSet(folder, { parts: ['test'] })).toThrow('frozen');
    expect(loadDataSet(folder, { parts: ['test'], look: true }).map((chapter) => chapter.book)).toEqual(['two']);
  });

  it('refuses labels of another version of the text', () => {
    put('texts/one/01.txt', `${TEXT}“走。”\n`);
    expect(() => loadDataSet(folder)).toThrow('has changed');
  });
});
