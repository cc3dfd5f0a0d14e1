import fc from 'fast-check';
import { pinyin } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { textMatches } from './pinyin-search.ts';

const readings = (character: string) =>
  /\p{Script=Han}/u.test(character)
    ? pinyin(character, { multiple: true, toneType: 'none', type: 'array' })
    : [];

describe('textMatches', () => {
  it.each([
    ['骆驼祥子', '祥子'],
    ['骆驼祥子', 'luotuo'],
    ['骆驼祥子', 'LuoTuo xiang'],
    ['骆驼祥子', 'ltxz'],
    ['骆驼祥子', 'xiangz'],
    ['骆驼祥子', '骆t'],
    ['骆驼祥子', 'luot'],
    ['呐喊', 'nh'],
    ['重庆森林', 'chongqing'],
    ['重庆森林', 'zhongqing'],
    ['张三（旧版）', 'zhsjb'],
    ['Chapter 12', 'chap'],
    ['第１２章', '12'],
    ['任何', ''],
  ])('%s answers to %s', (text, query) => {
    expect(textMatches(text, query, readings)).toBe(true);
  });

  it.each([
    ['骆驼祥子', 'tl'],
    ['骆驼祥子', 'xiangg'],
    ['呐喊', 'ht'],
    ['呐喊', '狂人'],
  ])('%s does not answer to %s', (text, query) => {
    expect(textMatches(text, query, readings)).toBe(false);
  });

  it('needs the readings for pinyin only', () => {
    expect(textMatches('骆驼祥子', 'lt', null)).toBe(false);
    expect(textMatches('骆驼祥子', '祥', null)).toBe(true);
  });

  it('finds every stretch of a text by its full pinyin', () => {
    const han = fc.constantFrom(...'骆驼祥子呐喊重庆长行红楼梦西游记呼兰河传');
    fc.assert(
      fc.property(fc.array(han, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (list, a, b) => {
        const from = a % list.length;
        const to = from + 1 + (b % (list.length - from));
        const query = list
          .slice(from, to)
          .map((character) => readings(character)[0] ?? '')
          .join('');
        expect(textMatches(list.join(''), query, readings)).toBe(true);
      }),
    );
  });
});
