import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileHeadingPattern, HeadingPatternError } from './heading-pattern.ts';
import { splitBook } from './split-book.ts';
import type { BookChapter } from './split-book.ts';

const nahan = readFileSync(new URL('../fixtures/nahan.txt', import.meta.url), 'utf8');
const BODY = `${'这一章的正文写得很长，足够算作一章。'.repeat(5)}\n`;

function book(...headings: string[]): string {
  return headings.map((heading) => `${heading}\n\n${BODY}\n`).join('');
}

function titles(text: string): string[] {
  return splitBook(text).map((chapter) => chapter.title);
}

function kinds(chapters: readonly BookChapter[]): string[][] {
  return chapters.map((chapter) => chapter.warnings.map((warning) => warning.kind));
}

describe('splitBook', () => {
  it.each([
    ['第一章 起', '第二章 承'],
    ['第1回　起', '第2回　承'],
    ['第１章：起', '第２章：承'],
    ['第一节', '第二节'],
    ['第一集', '第二集'],
    ['第一卷 风', '第二卷 云'],
    ['第一部', '第二部'],
    ['第一篇', '第二篇'],
    ['Chapter 1 Start', 'CHAPTER 2'],
    ['　　第一章风云再起', '第二章又见江南！'],
    ['楔子', '第一章', '第二章', '番外一 旧事', '番外：新事'],
    ['序', '第一回', '第二回'],
    ['卷一 风', '卷二 云'],
    ['上卷', '中卷', '下卷'],
    ['## 第一章 起', '## 第二章 承'],
    ['【第一章】起', '【第二章】承'],
    ['第一章 起（上）', '第一章 起（下）'],
    ['第一卷 风 第一章 甲', '第一卷 风 第二章 乙', '第二卷 云 第一章 丙'],
    ['卷一 第1章', '卷一 第2章'],
    ['第001章', '第002章'],
  ])('splits at %s, %s …', (...headings) => {
    const chapters = splitBook(book(...headings));
    expect(chapters.map((chapter) => chapter.title)).toEqual(headings.map((heading) => heading.trim()));
    expect(kinds(chapters).flat()).toEqual([]);
  });

  it('is not misled by sentences', () => {
    const text = book('第一章', '第二章').replace(
      '这一章',
      '第一回是民国元年我初到北京的时候，当时一位朋友对我说\n第三章的内容很长。\n序的作者不详',
    );
    expect(titles(text)).toEqual(['第一章', '第二章']);
  });

  it('puts volumes in front of their chapters’ titles', () => {
    const text = `第一卷 风\n${book('第一章 甲', '第二章 乙')}第二卷 云\n\n${book('第一章 丙', '第二章 丁')}`;
    const chapters = splitBook(text);
    expect(chapters.map((chapter) => chapter.title)).toEqual([
      '第一卷 风 第一章 甲',
      '第一卷 风 第二章 乙',
      '第二卷 云 第一章 丙',
      '第二卷 云 第二章 丁',
    ]);
    expect(kinds(chapters).flat()).toEqual([]);
    expect(chapters[0]?.from).toBe(0);
  });

  it('lets chapter numbers run on through volumes', () => {
    const text = `第一卷\n${book('第一章', '第二章')}第二卷\n${book('第三章', '第四章')}`;
    expect(kinds(splitBook(text)).flat()).toEqual([]);
  });

  it('gives a volume with a text of its own a chapter', () => {
    expect(titles(`${book('第一卷', '第一章', '第二章', '第二卷', '第三章')}`)).toEqual([
      '第一卷',
      '第一卷 第一章',
      '第一卷 第二章',
      '第二卷',
      '第二卷 第三章',
    ]);
  });

  it('keeps sections inside chapters in the text', () => {
    expect(titles(book('第一章', '第一节', '第二节', '第二章', '第一节'))).toEqual(['第一章', '第二章']);
  });

  it('passes over a table of contents', () => {
    const contents = '书名\n\n目录\n第一章 甲……1\n第二章 乙……9\n第三章 丙……17\n\n';
    expect(titles(contents + book('第一章 甲', '第二章 乙', '第三章 丙'))).toEqual([
      '第一章 甲',
      '第二章 乙',
      '第三章 丙',
    ]);
  });

  it('merges a heading that a site printed twice', () => {
    expect(titles('第一章 甲\n\n' + book('第一章 甲', '第二章 乙'))).toEqual(['第一章 甲', '第二章 乙']);
  });

  it('makes 前言 of a real preface, not of title and author', () => {
    expect(titles('某书\n某人 著\n\n' + book('第一章', '第二章'))).toEqual(['第一章', '第二章']);
    expect(titles('某书\n\n这本书写了十年，如今终于写完了。\n\n' + book('第一章', '第二章'))).toEqual([
      '前言',
      '第一章',
      '第二章',
    ]);
  });

  it('warns of gaps, doubles, short and long chapters', () => {
    const text =
      book('第一章', '第二章', '第二章', '第五章') + '第六章\n短。\n第七章\n' + '长'.repeat(50_001);
    expect(kinds(splitBook(text))).toEqual([[], [], ['duplicate'], ['gap'], ['short'], ['long']]);
    expect(splitBook(text)[3]?.warnings[0]?.message).toContain('第 3 至 4 章');
  });

  it('keeps a short closing piece with the last chapter and says so', () => {
    const chapters = splitBook(book('第一章', '第二章', '尾声'));
    expect(chapters.map((chapter) => chapter.title)).toEqual(['第一章', '第二章']);
    expect(kinds(chapters)).toEqual([[], ['closing-joined']]);
    expect(titles(`${book('第一章', '第二章')}尾声\n${BODY.repeat(20)}`)).toEqual([
      '第一章',
      '第二章',
      '尾声',
    ]);
  });

  it('splits a collection at its stories and leaves the chapters inside one story', () => {
    const chapters = splitBook(nahan);
    expect(chapters.map((chapter) => chapter.title)).toEqual(
      '鸭的喜剧 《呐喊》自序 头发的故事 白光 端午节 故乡 孔乙己 兔和猫 风波 明天 一件小事 社戏 狂人日记 阿Ｑ正传 药'.split(
        ' ',
      ),
    );
    expect(kinds(chapters).flat()).toEqual(['inner-headings']);
  });

  it('splits at bare numbers when there is nothing else', () => {
    expect(titles(book('一', '二', '三'))).toEqual(['一', '二', '三']);
    expect(titles(book('一', '三'))).toEqual(['全文']);
  });

  it('takes a text without structure as one chapter', () => {
    expect(titles(`故乡\n\n${BODY}`)).toEqual(['故乡']);
    expect(titles(BODY)).toEqual(['全文']);
    expect(splitBook(' \n')).toEqual([]);
  });

  it('follows the user’s own expression', () => {
    const text = book('【001】甲', '【002】乙', '第一章 假的');
    expect(
      splitBook(text, { pattern: compileHeadingPattern('^【\\d+】') }).map((chapter) => chapter.title),
    ).toEqual(['【001】甲', '【002】乙']);
  });

  it('leaves out nothing between the first chapter and the end, for any text', () => {
    const part = fc.constantFrom(
      '第一章 甲',
      '第二章',
      '第一卷',
      '楔子',
      '尾声',
      '目录',
      '一',
      '二',
      '短题',
      '这是一段正文。',
      '',
      '“好。”',
      BODY,
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const text = parts.join('\n');
        const chapters = splitBook(text);
        if (text.trim() === '') return;
        expect(chapters.length).toBeGreaterThan(0);
        expect(chapters.at(-1)?.to).toBe(text.length);
        chapters.forEach((chapter, index) => {
          expect(chapter.from).toBeLessThanOrEqual(chapter.bodyFrom);
          expect(chapter.bodyFrom).toBeLessThanOrEqual(chapter.to);
          if (index > 0) expect(chapter.from).toBe(chapters[index - 1]?.to);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('compileHeadingPattern', () => {
  it.each([
    ['', '空'],
    ['a'.repeat(201), '最多 200'],
    ['(?=章)第', '环视'],
    ['(?<!第)章', '环视'],
    ['(第)\\1', '反向引用'],
    ['第[章', '写得不对'],
    ['第.*章|', '空行'],
  ])('refuses %j', (source, word) => {
    expect(() => compileHeadingPattern(source)).toThrow(HeadingPatternError);
    expect(() => compileHeadingPattern(source)).toThrow(word);
  });

  it('matches inside short lines only', () => {
    const pattern = compileHeadingPattern('第.+章');
    expect(pattern.matches('正文 第三章 归来')).toBe(true);
    expect(pattern.matches('归来')).toBe(false);
    expect(pattern.matches(`第三章${'长'.repeat(300)}`)).toBe(false);
    expect(compileHeadingPattern('[(?=]第').matches('(第')).toBe(true);
  });

  it('answers at once where backtracking would not end', () => {
    expect(compileHeadingPattern('^(a+)+$').matches(`${'a'.repeat(199)}!`)).toBe(false);
  });
});
