import { describe, expect, it } from 'vitest';
import { compileHeadingPattern, HeadingPatternError } from './heading-pattern.ts';

describe('a mistaken heading expression', () => {
  it.each([
    ['(第.+章', '少了右括号'],
    ['第.+章)', '多了一个右括号'],
    ['第[一二章', '少了右方括号'],
    ['*章', '前面没有可重复的内容'],
    ['第.**章', '不能连着写'],
    ['第.{2000}章', '重复次数'],
    ['[章-一]', '写反了'],
    ['第\\y章', '反斜线'],
    ['第章\\', '末尾多了一个反斜线'],
  ])('%s is explained in Chinese', (source, reason) => {
    expect(() => compileHeadingPattern(source)).toThrow(HeadingPatternError);
    expect(() => compileHeadingPattern(source)).toThrow(reason);
    expect(() => compileHeadingPattern(source)).not.toThrow(/[a-z]{4,}/);
  });

  it('finds a heading anywhere in a line otherwise', () => {
    expect(compileHeadingPattern('第.+章').matches('  第十二章 风雨')).toBe(true);
    expect(compileHeadingPattern('^卷').matches('第一卷')).toBe(false);
  });
});
