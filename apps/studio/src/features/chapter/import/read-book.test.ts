import { MAX_CHAPTER_CHARACTERS } from '@huaben/manuscript';
import { expect, it } from 'vitest';
import { decode, previewOf } from './read-book.ts';

const read = (text: string, pattern = '') => previewOf(decode(new TextEncoder().encode(text)), pattern);
const sentence = '祥子拉着车，慢慢地走在北平的雪夜里，一句话也没有说。\n';

it('counts the decoded text in UTF-16 units and shows its first lines', () => {
  const text = `第一章 雪夜\n${sentence.repeat(8)}\n第二章 车厂\n${sentence.repeat(8)}`;
  const book = read(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
  expect(book.characterCount).toBe(text.length);
  expect(book.chapters.map(({ title }) => title)).toEqual(['第一章 雪夜', '第二章 车厂']);
  expect(book.sample[0]).toBe('第一章 雪夜');
  expect(book.sample.every((line) => line.trim() !== '')).toBe(true);
});

it('says into how many files a long chapter is cut', () => {
  const book = read(
    `第一章 长\n${sentence.repeat(Math.ceil((MAX_CHAPTER_CHARACTERS * 1.5) / sentence.length))}`,
  );
  expect(book.chapters[0]).toMatchObject({ parts: 2, uncuttable: false });
});

it('says when one paragraph alone is over the limit', () => {
  const book = read(
    `第一章 长\n${sentence.trim().repeat(Math.ceil((MAX_CHAPTER_CHARACTERS * 1.5) / sentence.length))}`,
  );
  expect(book.chapters[0]?.uncuttable).toBe(true);
});

it('follows the own expression and refuses a wrong one', () => {
  const text = `甲：雪夜\n${sentence.repeat(5)}乙：车厂\n${sentence.repeat(5)}`;
  expect(read(text, '^.：').chapters.map(({ title }) => title)).toEqual(['甲：雪夜', '乙：车厂']);
  expect(() => read(text, '(')).toThrow('正则表达式');
});
