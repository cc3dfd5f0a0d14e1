import { describe, expect, it } from 'vitest';
import { numeralValue } from './numerals.ts';

describe('numeralValue', () => {
  it.each([
    ['7', 7],
    ['００７', 7],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['廿三', 23],
    ['一百零八', 108],
    ['一百二十', 120],
    ['一二〇', 120],
    ['两千零一', 2001],
    ['一万二千', 12000],
    ['', null],
    ['章', null],
  ])('reads %j as %j', (text, value) => {
    expect(numeralValue(text)).toBe(value);
  });
});
