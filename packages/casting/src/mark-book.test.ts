import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markBook } from './mark-book.ts';

const BOOK = [
  '书前的话。',
  '第一章 夜雨',
  '',
  '　　陆衍推开门。陆衍说：“下雨了。”',
  '　　“带伞没有？”苏晚晴问。',
  '　　“没带。”陆衍低声说道。',
  '　　墙上写着“静”字。',
  '第二章 早晨',
  '　　苏晚晴笑道：“早。”',
].join('\n');

describe('markBook', () => {
  it('marks every quotation at its place, chapter after chapter', () => {
    const { lines } = markBook({ text: BOOK, roster: [] });
    for (const { start, end, text } of lines) expect(BOOK.slice(start, end)).toBe(text);
    expect(lines.map(({ text }) => text)).toEqual([
      '“下雨了。”',
      '“带伞没有？”',
      '“没带。”',
      '“静”',
      '“早。”',
    ]);
  });

  it('finds the people and counts their lines', () => {
    const { lines, roster } = markBook({ text: BOOK, roster: [] });
    for (const { name, lines: own } of roster) {
      expect(lines.filter(({ speaker }) => speaker === name)).toHaveLength(own);
    }
    expect(roster.map(({ name }) => name).sort()).toEqual(['苏晚晴', '陆衍']);
  });

  it('keeps people of the roster without a line, and gives lines to their main names', () => {
    const { lines, roster } = markBook({
      text: BOOK,
      roster: [
        { name: '陆总', aliases: ['陆衍'], sex: 'male' },
        { name: '老王', aliases: [], sex: null },
      ],
    });
    expect(roster.slice(0, 2).map(({ name }) => name)).toEqual(['陆总', '老王']);
    expect(roster[1]?.lines).toBe(0);
    expect(lines[0]?.speaker).toBe('陆总');
  });

  it('takes bare nouns for nobody in particular, also when they speak twice', () => {
    const text = '一个女人说：“借过。”\n苏晚晴说：“好。”\n门边一个女人喊道：“借过！”\n苏晚晴说：“好的。”';
    const { lines, roster } = markBook({ text, roster: [] });
    expect(lines.map(({ speaker }) => speaker)).toEqual(['匿名', '苏晚晴', '匿名', '苏晚晴']);
    expect(roster.map(({ name }) => name)).toEqual(['苏晚晴']);
  });

  it('shows the sentence that decided', () => {
    const { lines } = markBook({ text: BOOK, roster: [] });
    expect(lines[1]?.evidence).toBe('苏晚晴问。');
  });

  it('holds its promises for any text', () => {
    const piece = fc.constantFrom(
      '“',
      '”',
      '「',
      '」',
      '"',
      '‘',
      '’',
      '陆衍',
      '说',
      '：',
      '。',
      '\n',
      '第一章 起',
      '你',
      '　',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const text = pieces.join('');
        const { lines, roster } = markBook({ text, roster: [{ name: '陆衍', aliases: [], sex: null }] });
        const speakers = ['匿名', '群体', '非对白', ...roster.map(({ name }) => name)];
        let last = 0;
        for (const line of lines) {
          expect(line.start).toBeGreaterThanOrEqual(last);
          expect(text.slice(line.start, line.end)).toBe(line.text);
          expect(speakers).toContain(line.speaker);
          expect(line.candidates.length).toBeLessThanOrEqual(3);
          expect(line.confidence).toBeGreaterThanOrEqual(0);
          expect(line.confidence).toBeLessThanOrEqual(1);
          last = line.end;
        }
      }),
    );
  });
});
