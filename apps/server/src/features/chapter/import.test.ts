import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeText, splitBook } from '@huaben/manuscript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser, refusalOf } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let nahan: Buffer;
beforeAll(async () => {
  test = await buildApp();
  nahan = await readFile(path.join(import.meta.dirname, '../../../assets/nahan.txt'));
});
afterAll(() => test.close());

type Fields = Parameters<TestUser['api']['chapter']['importFile']>[0];

/** The fields that the preview of a file leads to. */
function previewOf(bytes: Buffer, productId: string): Fields {
  const { text, encoding } = decodeText(bytes);
  return {
    productId,
    encoding,
    chapterCount: splitBook(text).length,
    characterCount: text.length,
    splitLong: '0',
    fileName: '书.txt',
  };
}

const upload = (user: TestUser, bytes: Buffer, fields: Fields) =>
  user.api.chapter.importFile(fields, { file: { name: 'book.txt', bytes } });

async function emptyNovel() {
  const user = await buildUser(test);
  const { id: productId } = await user.api.novel.addNovel({ name: '呐喊' });
  return { user, productId };
}

const chaptersOf = async (user: TestUser, productId: string) =>
  (await user.api.chapter.listChapters({ productId })).list;

describe('importing a book', () => {
  it('is refused to a stranger', async () => {
    const { productId } = await emptyNovel();
    const stranger = await buildUser(test);
    expect((await refusalOf(upload(stranger, nahan, previewOf(nahan, productId)))).code).toBe(-101);
  });

  it('stores every chapter in order, with every character of the author', async () => {
    const { user, productId } = await emptyNovel();
    const { importId } = await upload(user, nahan, previewOf(nahan, productId));
    expect(await chaptersOf(user, productId)).toEqual([]);
    await test.runJobs();
    expect(await user.api.chapter.importInfo({ importId })).toMatchObject({
      state: 'done',
      done: 15,
      total: 15,
    });
    const chapters = await chaptersOf(user, productId);
    const { text } = decodeText(nahan);
    const expected = splitBook(text);
    expect(chapters.map(({ name, sort }) => [name, sort])).toEqual(
      expected.map(({ title }, index) => [title, index + 1]),
    );
    for (const [index, chapter] of chapters.entries()) {
      const { html } = await user.api.chapter.readManuscript({ productId, url: chapter.chapterUrlId });
      const stored = html
        .replaceAll('</p>', '\n')
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      const source = text.slice(expected[index]?.bodyFrom, expected[index]?.to);
      expect(stored.replace(/\s/g, '')).toBe(source.replace(/\s/g, ''));
    }
    const novel = await user.api.novel.novelInfo({ productId });
    expect(novel.wordCount).toBe(chapters.reduce((sum, { wordCount }) => sum + wordCount, 0));
  });

  it('leaves out what was unticked and refuses what was not previewed', async () => {
    const { user, productId } = await emptyNovel();
    const fields = previewOf(nahan, productId);
    expect((await refusalOf(upload(user, nahan, { ...fields, chapterCount: 14 }))).refusal).toBe(
      'IMPORT_CHANGED',
    );
    expect((await refusalOf(upload(user, nahan.subarray(0, 30_000), fields))).refusal).toBe('IMPORT_CHANGED');
    expect((await refusalOf(upload(user, nahan, { ...fields, skipped: '[0' }))).code).toBe(-2);
    const all = JSON.stringify(Array.from({ length: 15 }, (_, index) => index));
    expect((await refusalOf(upload(user, nahan, { ...fields, skipped: all }))).message).toContain(
      '至少保留一章',
    );
    await upload(user, nahan, { ...fields, skipped: '[0,1]' });
    await test.runJobs();
    expect(await chaptersOf(user, productId)).toHaveLength(13);
  });

  it('stores nothing when cancelled before the end, and one import runs at a time', async () => {
    const { user, productId } = await emptyNovel();
    const fields = previewOf(nahan, productId);
    const { importId } = await upload(user, nahan, fields);
    expect((await refusalOf(upload(user, nahan, fields))).refusal).toBe('IMPORT_BUSY');
    await user.api.chapter.cancelImport({ importId });
    await user.api.chapter.cancelImport({ importId });
    await test.runJobs();
    expect(await chaptersOf(user, productId)).toEqual([]);
    expect(await user.api.chapter.importInfo({ importId })).toMatchObject({ state: 'cancelled' });
    const again = await upload(user, nahan, fields);
    await test.runJobs();
    expect((await refusalOf(user.api.chapter.cancelImport({ importId: again.importId }))).refusal).toBe(
      'TASK_STATE',
    );
    expect(await chaptersOf(user, productId)).toHaveLength(15);
  });

  it('runs twice without storing twice', async () => {
    const { user, productId } = await emptyNovel();
    const { importId } = await upload(user, nahan, previewOf(nahan, productId));
    await test.runJobs();
    await test.db.transaction().execute(async (trx) => {
      const { enqueueIn } = await import('../../platform/jobs/job.ts');
      const { importBook } = await import('./import.jobs.ts');
      await enqueueIn(trx)(importBook, { importId });
    });
    await test.runJobs();
    expect(await chaptersOf(user, productId)).toHaveLength(15);
  });

  it('splits a chapter over the limit only when asked', async () => {
    const { user, productId } = await emptyNovel();
    const long = Buffer.from(
      `第一章 长\n${'这一段正好有二十个字所以可以数得清楚。\n'.repeat(2700)}\n第二章 短\n${'短。'.repeat(60)}`,
    );
    const fields = previewOf(long, productId);
    expect((await refusalOf(upload(user, long, fields))).refusal).toBe('CHAPTER_TOO_LONG');
    await upload(user, long, { ...fields, splitLong: '1' });
    await test.runJobs();
    expect((await chaptersOf(user, productId)).map(({ name }) => name)).toEqual([
      '第一章 长',
      '第一章 长（续）',
      '第二章 短',
    ]);
  });

  it('refuses bad files in Chinese, stores nothing and goes on working', async () => {
    const { user, productId } = await emptyNovel();
    const fields: Fields = {
      productId,
      encoding: 'utf-8',
      chapterCount: 1,
      characterCount: 10,
      splitLong: '0',
      fileName: '坏\u0007.txt',
    };
    const bad = {
      empty: Buffer.alloc(0),
      binary: Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256)),
      zip: Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 7)]),
      mixed: Buffer.concat([
        Buffer.from('这一半是通用编码的正文，'.repeat(40)),
        Buffer.from(
          Array.from({ length: 900 }, (_, index) => (index % 2 === 0 ? 0xb0 : 0xa1) + (index % 20)),
        ),
      ]),
    };
    for (const [name, bytes] of Object.entries(bad)) {
      const refusal = await refusalOf(upload(user, bytes, fields));
      expect(refusal.refusal, name).toBe('IMPORT_FILE');
      expect(refusal.message, name).toMatch(/[\u4e00-\u9fff]{6,}/);
    }
    const huge = Buffer.alloc(31_457_281, 0x61);
    expect((await refusalOf(upload(user, huge, fields))).message).toContain('30 MB');
    expect(
      (await refusalOf(upload(user, nahan, { ...previewOf(nahan, productId), headingPattern: '(?=x)' })))
        .refusal,
    ).toBe('IMPORT_FILE');
    expect(await chaptersOf(user, productId)).toEqual([]);
    await upload(user, nahan, previewOf(nahan, productId));
    await test.runJobs();
    expect(await chaptersOf(user, productId)).toHaveLength(15);
  });
});
