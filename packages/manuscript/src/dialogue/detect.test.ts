import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectDialogue } from './detect.ts';
import type { DialogueSpan } from './detect.ts';
import { SPEECH_THRESHOLD } from './likely-speech.ts';

function quoted(paragraph: string): string[] {
  return detectDialogue(paragraph).spans.map(({ from, to }) => paragraph.slice(from, to));
}

function spoken(paragraph: string): string[] {
  return detectDialogue(paragraph)
    .spans.filter((span) => span.likelySpeech >= SPEECH_THRESHOLD)
    .map(({ from, to }) => paragraph.slice(from, to));
}

function throughParagraphs(paragraphs: readonly string[]): DialogueSpan[][] {
  let carry = detectDialogue('').carry;
  return paragraphs.map((paragraph) => {
    const detected = detectDialogue(paragraph, carry);
    carry = detected.carry;
    return detected.spans;
  });
}

describe('detectDialogue', () => {
  it.each([
    ['“寂寞呀！”他说。', ['“寂寞呀！”']],
    ['他说："好。"她说："不。"', ['"好。"', '"不。"']],
    ['「走吧。」老王說。', ['「走吧。」']],
    ['『走吧。』', ['『走吧。』']],
    ['＂好。＂他说', ['＂好。＂']],
    ['“他说‘走吧’就走了。”', ['“他说‘走吧’就走了。”']],
    ['「他說『走吧』就走了。」', ['「他說『走吧』就走了。」']],
    ['没有引号的一段。', []],
    ['‘走吧。’他说。', ['‘走吧。’']],
    ['It\'s 5" wide, don’t ask.', []],
    ['他买了 24" 的显示器。', []],
    ['好，"他说。', []],
    ['他说，"好', ['"好']],
    ['', []],
  ])('finds the outermost quotations of %s', (paragraph, expected) => {
    expect(quoted(paragraph)).toEqual(expected);
  });

  it('reports the depth of nesting', () => {
    expect(detectDialogue('“他说‘走吧’。”').spans[0]?.depth).toBe(2);
    expect(detectDialogue('“走吧。”').spans[0]?.depth).toBe(1);
    expect(detectDialogue('“甲“乙”丙”').spans[0]).toMatchObject({ from: 0, to: 7, depth: 2, balanced: true });
  });

  it('gives speech broken by a beat of narration one turn', () => {
    const turns = (paragraph: string): number[] => detectDialogue(paragraph).spans.map((span) => span.turn);
    expect(turns('“这样的夜间，”他说，“在缅甸是遍地是音乐。”')).toEqual([0, 0]);
    expect(turns('“好。”他说。“走。”')).toEqual([0, 1]);
    expect(turns('“好。”他说，她却答道：“不。”')).toEqual([0, 1]);
    expect(turns('“好。”“不。”')).toEqual([0, 1]);
  });

  it('ends an unclosed quotation with its paragraph', () => {
    const [first, second] = throughParagraphs(['他说：“我走了。', '他真的走了。']);
    expect(first?.[0]).toMatchObject({ from: 3, to: 8, balanced: false });
    expect(second).toEqual([]);
  });

  it('carries a speech over paragraphs that open with the mark again', () => {
    const spans = throughParagraphs(['“第一段。', '“第二段。', '“第三段。”', '“别人。”']).flat();
    expect(spans.map((span) => span.turn)).toEqual([0, 0, 0, 1]);
    expect(spans.map((span) => span.balanced)).toEqual([false, false, true, true]);
  });

  it('takes a paragraph up to the mark that closes the speech before', () => {
    const [, second] = throughParagraphs(['“去时凡骨凡胎重，', '　得道身轻体亦轻。”悟空道。']);
    expect(second?.[0]).toMatchObject({ from: 1, to: 10, turn: 0, balanced: false });
  });

  it('recovers when a quotation is never closed before the next one', () => {
    expect(quoted('他说：“好。小张走了。小李说：“行。”')).toEqual(['“好。小张走了。', '“行。”']);
  });

  it('reads an opening mark that stands where the closing one should', () => {
    expect(quoted('“你好。“他说。')).toEqual(['“你好。“']);
  });

  it.each([
    '他渴念着他的“俄罗斯母亲”了，便匆匆的去了。',
    '名目是取“新的生命”的意思。',
    '人都叫伊“豆腐西施”。',
    '“海乙那”是狼的亲眷。',
    '所谓“小礼”就是在法律上的订婚形式。',
    '更于篇中间用“梦”“幻”等字，却是此书本旨。',
  ])('takes the quotation in %s for a term', (paragraph) => {
    expect(spoken(paragraph)).toEqual([]);
  });

  it.each([
    '“寂寞呀”',
    '他说：“寂寞”',
    '他笑道“请坐”，便走了。',
    '“好”，他说，“走吧”',
    '“哦……”',
    '忽然叫一声“阿呀！”心里计算。',
  ])('takes the quotations in %s for speech', (paragraph) => {
    expect(spoken(paragraph)).toEqual(quoted(paragraph));
  });

  it('keeps spans inside the paragraph, in order and apart, for any text and carry', () => {
    const mark = fc.constantFrom(
      '“',
      '”',
      '‘',
      '’',
      '「',
      '」',
      '『',
      '』',
      '"',
      '＂',
      '。',
      '，',
      '：',
      '说',
      'a',
      '1',
      ' ',
      '　',
      '😀',
    );
    const text = fc.oneof(
      fc.array(mark, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (paragraphs) => {
        let lastTurn = -1;
        throughParagraphs(paragraphs).forEach((spans, index) => {
          let end = 0;
          for (const span of spans) {
            expect(span.from).toBeGreaterThanOrEqual(end);
            expect(span.to).toBeGreaterThan(span.from);
            expect(span.to).toBeLessThanOrEqual(paragraphs[index]?.length ?? 0);
            expect(span.likelySpeech).toBeGreaterThanOrEqual(0);
            expect(span.likelySpeech).toBeLessThanOrEqual(1);
            expect(span.turn).toBeLessThanOrEqual(lastTurn + 1);
            lastTurn = Math.max(lastTurn, span.turn);
            end = span.to;
          }
        });
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['“「『‘"', '“”', '“好。”', '“词”的', '"「', '“甲“', '“ '])(
    'reads a paragraph of 50,000 times %s',
    (unit) => {
      const paragraph = unit.repeat(50_000);
      const end = detectDialogue(paragraph).spans.at(-1)?.to ?? 0;
      expect(end).toBeLessThanOrEqual(paragraph.length);
    },
  );
});
