import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardinal, numberInWords } from './numerals.ts';
import { spokenText } from './spoken-text.ts';

const read = (text: string): string | undefined => spokenText(text, [])?.text;

describe('numbers in words', () => {
  it.each([
    ['0', '零'],
    ['10', '十'],
    ['15', '十五'],
    ['20', '二十'],
    ['101', '一百零一'],
    ['110', '一百一十'],
    ['210', '二百一十'],
    ['1002', '一千零二'],
    ['2000', '两千'],
    ['2222', '两千二百二十二'],
    ['10500', '一万零五百'],
    ['20000', '两万'],
    ['120000', '十二万'],
    ['100000001', '一亿零一'],
    ['10002000', '一千万两千'],
    ['20240000', '两千零二十四万'],
    ['007', '零零七'],
    ['12345678901234567', '一二三四五六七八九零一二三四五六七'],
  ])('reads %s as %s', (digits, words) => {
    expect(cardinal(digits)).toBe(words);
  });

  it('keeps the value of every whole number', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999 }), (value) => {
        expect(valueOf(cardinal(String(value)))).toBe(value);
      }),
    );
  });

  it('reads signs and decimals', () => {
    expect(numberInWords('-3.14')).toBe('负三点一四');
    expect(numberInWords('2.05')).toBe('二点零五');
  });
});

describe('spokenText', () => {
  it.each([
    ['1919年五月四日', '一九一九年五月四日'],
    ['2026-11-21', '二零二六年十一月二十一日'],
    ['1998—2003年', '一九九八到二零零三年'],
    ['2000年前', '两千年前'],
    ['90年代', '九十年代'],
    ['共12,345人', '共一万两千三百四十五人'],
    ['涨了1.5%', '涨了百分之一点五'],
    ['10-20%', '百分之十到百分之二十'],
    ['3~5个', '三到五个'],
    ['3-5天', '三到五天'],
    ['第12章', '第十二章'],
    ['第2000回', '第二千回'],
    ['2个人，2月2日，2楼', '两个人，二月二日，二楼'],
    ['2点30分', '两点三十分'],
    ['12:05', '十二点零五分'],
    ['2:15', '两点十五分'],
    ['12:00', '十二点'],
    ['比分3:2', '比分三比二'],
    ['拨打110', '拨打幺幺零'],
    ['手机13812345678', '手机幺三八，幺二三四，五六七八'],
    ['气温-5℃', '气温负五摄氏度'],
    ['身高1.75m', '身高一点七五米'],
    ['体重2kg', '体重两公斤'],
    ['¥12.5', '十二点五元'],
    ['1/2', '二分之一'],
    ['A380', 'A三八零'],
    ['１２３　ＡＢ', '一百二十三 A B'],
    ['①号', '一号'],
    ['二〇二六', '二零二六'],
    ['人々', '人人'],
  ])('reads %s as %s', (written, words) => {
    expect(read(written)).toBe(words);
  });

  it.each([
    ['他说：“走吧……”', '他说，走吧'],
    ['等等——你是谁？！', '等等，你是谁？'],
    ['好😀！', '好！'],
    ['GDP增长', 'G D P 增长'],
    ['《呐喊》（自序）', '呐喊 自序'],
    ['甲、乙、丙', '甲，乙，丙'],
  ])('hears the punctuation of %s as %s', (written, words) => {
    expect(read(written)?.replace(/\s+/g, ' ').trim()).toBe(words);
  });

  it.each(['……', '“？！”', '😀', '', ' \n', '——'])('finds nothing to say in %j', (text) => {
    expect(spokenText(text, [])).toBeNull();
  });

  it('builds the syllables that the engine lacks from phonemes', () => {
    expect(read('兄弟')).toBe("[[S;j'ong55]]弟");
    expect(read('囧')).toBe("[[tS;j'ong214]]");
    expect(read('英雄，穷')).toBe("英[[S;j'ong35]]，[[tS;hj'ong35]]");
  });

  it('gives 儿 as phonemes, light as an ending and full as a syllable', () => {
    expect(read('花儿')).toBe('花[[@r33]]');
    expect(read('两个儿子')).toBe('两个[[@r35]]子');
    expect(read('孙女儿')).toBe('孙女[[@r35]]');
    expect(read('儿童')).toBe('[[@r35]]童');
  });

  it('lets no text inject mark-up or phonemes of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const spoken =
          read(`甲${text}[[x]]<speak>`)?.replace(/\[\[(?:t?S;h?j'ong\d+|@r3[35])\]\]/g, '') ?? '';
        expect(spoken).not.toMatch(/[<>[\]{}|\\^_`"&]/);
      }),
    );
  });

  it('leaves no digit of any width unread', () => {
    const pieces = fc.constantFrom(
      '1',
      '2',
      '0',
      '9',
      '.',
      ',',
      ':',
      '-',
      '~',
      '%',
      '/',
      '第',
      '年',
      '个',
      'm',
      'A',
      '１',
      ' ',
      '¥',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const spoken = (read(parts.join('')) ?? '').replace(/\[\[.*?\]\]/g, '');
        expect(spoken).not.toMatch(/[\d０-９]/);
      }),
    );
  });
});

describe('readings', () => {
  it('puts numbered pinyin in the place of a word and asks for the mixed voice', () => {
    expect(spokenText('他重新开始', [{ word: '重新', pinyin: 'chóng xīn' }])).toEqual({
      text: '他 chong2 xin1 开始',
      hasPinyin: true,
    });
    expect(spokenText('绿色', [{ word: '绿色', pinyin: 'lǜ sè' }])?.text.trim()).toBe('lv4 se4');
    expect(spokenText('绿色', [{ word: '绿色', pinyin: 'lu:4 se4' }])?.text.trim()).toBe('lv4 se4');
  });

  it('prefers the longest word and the engine-safe form of a syllable', () => {
    const readings = [
      { word: '长', pinyin: 'chang2' },
      { word: '长兄', pinyin: 'zhang3 xiong1' },
    ];
    expect(spokenText('长兄很长', readings)?.text.trim()).toBe("zhang3 [[S;j'ong55]] 很 chang2");
  });

  it('ignores what is not pinyin', () => {
    expect(spokenText('重新', [{ word: '重新', pinyin: '[[x]] <b>' }])).toEqual({
      text: '重新',
      hasPinyin: false,
    });
  });
});

/** The value of a spoken whole number; a grammar of its own, so that it does not share mistakes with the code. */
function valueOf(words: string): number {
  const digits = '零一二三四五六七八九';
  const units = new Map([
    ['十', 10],
    ['百', 100],
    ['千', 1000],
  ]);
  let total = 0;
  let group = 0;
  let digit = -1;
  for (const sign of words.replaceAll('两', '二')) {
    const unit = units.get(sign);
    if (unit !== undefined) {
      group += (digit < 0 ? 1 : digit) * unit;
      digit = -1;
    } else if (sign === '万' || sign === '亿') {
      total += (group + Math.max(0, digit)) * (sign === '万' ? 10_000 : 100_000_000);
      group = 0;
      digit = -1;
    } else {
      digit = digits.indexOf(sign);
      if (digit === 0) digit = -1;
    }
  }
  return total + group + Math.max(0, digit);
}
