import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { repairText } from './repair.ts';
import { continuationTitle, splitLongChapter } from './split-long-chapter.ts';

describe('repairText', () => {
  it('changes nothing that is not asked for', () => {
    const text = '　　"好。"\n(本章完)\n';
    expect(repairText(text, {})).toEqual({ text, changes: [] });
  });

  it('joins lines broken at a fixed width, and only those', () => {
    const wrapped =
      '题目\n\n　　俄国的盲诗人爱罗先珂君带了他那六弦琴到北京之后不久，便向我诉苦说，这里寂寞\n得很，在沙漠上似的。\n　　这应该是真实的，但在我却未曾感得；我住得久了，入芝兰之室，久而不闻其香了，\n只以为很是嚷嚷罢了。然而我之所谓嚷嚷，或者也就是他之所谓寂寞罢。我可是觉得在\n北京仿佛没有春和秋。\n　　“哦。”\n';
    const repaired = repairText(wrapped, { joinHardWraps: true });
    expect(repaired.changes).toEqual([{ kind: 'joinHardWraps', count: 3 }]);
    expect(repaired.text.split('\n').map((line) => line.slice(-4))).toEqual([
      '题目',
      '',
      '沙漠上似的。'.slice(-4),
      '春和秋。',
      '“哦。”',
      '',
    ]);
  });

  it('puts a space between Latin words only', () => {
    const english = [
      'It was the best of times, it was the worst of times,',
      'it was the age of wisdom, it was the age of foolish',
      'ness, it was the epoch of belief, it was the epoch',
      'of incredulity.',
    ].join('\n');
    expect(repairText(english, { joinHardWraps: true }).text).toContain('times, it was the age');
  });

  it('curls straight quotes in pairs and leaves odd ones', () => {
    expect(repairText('他说"好"，又说"走"。\n5" 的屏', { straightQuotes: true })).toEqual({
      text: '他说“好”，又说“走”。\n5" 的屏',
      changes: [{ kind: 'straightQuotes', count: 1 }],
    });
  });

  it('drops advertising lines, not sentences', () => {
    const text = '他说。\n(本章完)\nhttp://example.com/a\n————————\n手机用户请浏览阅读\n他收藏了一枚邮票。';
    expect(repairText(text, { junkLines: true })).toEqual({
      text: '他说。\n他收藏了一枚邮票。',
      changes: [{ kind: 'junkLines', count: 4 }],
    });
  });

  it('takes indents away', () => {
    expect(repairText('　　甲 \n\t乙', { indents: true }).text).toBe('甲\n乙');
  });
});

describe('splitLongChapter', () => {
  it('cuts between paragraphs into parts of like size', () => {
    const text = Array.from({ length: 30 }, (_unused, index) => `${index}`.padEnd(100, '字')).join('\n');
    const parts = splitLongChapter(text, 1100);
    expect(parts.join('\n')).toBe(text);
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(1100);
  });

  it('never cuts a speech that runs over paragraphs', () => {
    const text = `${'甲'.repeat(50)}\n“${'乙'.repeat(50)}\n“${'丙'.repeat(50)}”\n${'丁'.repeat(50)}`;
    const parts = splitLongChapter(text, 110);
    expect(parts.some((part) => part.includes('乙') && part.includes('丙'))).toBe(true);
    expect(parts.join('\n')).toBe(text);
  });

  it('loses no character of any text', () => {
    const line = fc.constantFrom('', '“开着的', '“完整。”', '一段正文。', '“', '”', '很长的一段'.repeat(9));
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 200 }), (lines, max) => {
        const text = lines.join('\n');
        expect(splitLongChapter(text, max).join('\n')).toBe(text);
      }),
    );
  });

  it('names continuations', () => {
    expect([0, 1, 2, 3].map((index) => continuationTitle('第一章', index))).toEqual([
      '第一章',
      '第一章（续）',
      '第一章（续2）',
      '第一章（续3）',
    ]);
  });
});
