import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanQuotes } from './fixtures/gold-story.ts';
import { storm } from './fixtures/storm.ts';
import { discoverRoster, suggestSpeakers } from './index.ts';
import type { CastingParagraph, RosterEntry, Suggestion } from './index.ts';

const roster: RosterEntry[] = [
  { roleId: 'li', names: ['李明', '小李'], sex: 'male' },
  { roleId: 'wang', names: ['王芳'], sex: 'female' },
  { roleId: 'zhao', names: ['赵强'], sex: 'male' },
];

const suggest = (text: string, entries: readonly RosterEntry[] = roster): Suggestion[] =>
  suggestSpeakers({ paragraphs: scanQuotes(text), roster: entries });
const speakers = (text: string, entries?: readonly RosterEntry[]): (string | null)[] =>
  suggest(text, entries).map((one) => one.candidates[0]?.name ?? null);

describe('frames', () => {
  it.each([
    ['李明说：“走吧。”', '李明'],
    ['“走吧。”李明说。', '李明'],
    ['李明对王芳说：“走吧。”', '李明'],
    ['“走吧。”李明看着王芳说道。', '李明'],
    ['王芳抬起头，看着李明，轻轻地问道：“走吗？”', '王芳'],
    ['李明听见王芳笑道：“走吗？”', '王芳'],
    ['只见赵强喊道：“走！”', '赵强'],
    ['赵强来见李明说：“走！”', '赵强'],
    ['王芳见赵强便问：“走吗？”', '王芳'],
    ['李明站着，被王芳喝道：“走！”', '王芳'],
    ['赵强正不自在，又听王芳叹道：“走吗？”', '王芳'],
    ['王芳因向地下众人道：“走！”', '王芳'],
    ['那些人都说：“走！”', '群体'],
    ['王芳曰：“善。”', '王芳'],
    ['众人道：“走！”', '群体'],
    ['有人说：“走！”', '匿名'],
    ['一个卖花的老太婆说：“买花吗？”', '匿名'],
    ['李明拍了拍赵强的肩膀：“走吧。”', '李明'],
    ['赵强站在门口。李明走过来，低声说道：“走吧。”', '李明'],
    ['赵强走进来：\n“走吧。”', '赵强'],
    ['王芳拿起杯子。小李忙道：“我来。”', '李明'],
    ['主人问：“咬什么？”', '匿名'],
  ])('%s', (text, name) => expect(speakers(text)).toEqual([name]));

  it('calls a frame that names the speaker explicit and is sure of it', () => {
    const [one] = suggest('赵强在门口。李明对王芳说：“走吧。”');
    expect(one).toMatchObject({ rule: 'explicit' });
    expect(one?.candidates[0]).toMatchObject({ roleId: 'li', name: '李明' });
    expect(one?.confidence).toBeGreaterThan(0.95);
  });

  it('points at the words that decided', () => {
    const text = '赵强在门口。李明对王芳说：“走吧。”';
    const evidence = suggest(text)[0]?.evidence;
    expect(text.slice(evidence?.from, evidence?.to)).toBe('李明对王芳说');
  });

  it('takes 她 for the woman although a man was named later', () => {
    const [one] = suggest('王芳走进来，看见李明。她说：“走吧。”');
    expect(one?.rule).toBe('pronoun');
    expect(one?.candidates[0]?.roleId).toBe('wang');
  });

  it('knows the narrator', () =>
    expect(speakers('我看着李明。\n我说：“走吧。”\n李明说：“好。”')).toEqual(['我', '李明']));

  it('does not take a relative for the one named', () =>
    expect(speakers('李明嫂子说：“走吧。”')).toEqual(['李明嫂子']));
});

describe('conversation', () => {
  it('alternates lines without narration', () => {
    expect(speakers('李明问王芳：“走吗？”\n“不走。”\n“为什么？”\n“下雨。”')).toEqual([
      '李明',
      '王芳',
      '李明',
      '王芳',
    ]);
  });

  it('keeps the speaker across a beat', () => {
    expect(speakers('王芳在旁边。\n“这件事，”李明喝了一口茶，“以后再说。”')).toEqual(['李明', '李明']);
    expect(speakers('王芳在旁边。\n“这件事不急。”李明说着站起来，“以后再说。”')).toEqual(['李明', '李明']);
  });

  it('lets a speech of several paragraphs go on until its mark is closed', () => {
    const texts = ['李明说：“从前有一座山，', '“山上有一座庙，', '“庙里没有人。”', '王芳笑道：“后来呢？”'];
    const paragraphs = texts.map((text, p) => {
      const from = text.indexOf('“');
      return {
        text,
        quotes: [{ lineId: String(p), from, to: text.length, roleId: null, origin: 'rule' as const }],
      };
    });
    const names = suggestSpeakers({ paragraphs, roster }).map((one) => one.candidates[0]?.name);
    expect(names).toEqual(['李明', '李明', '李明', '王芳']);
  });

  it('never lets the one who is called by name speak the line', () => {
    expect(speakers('李明和王芳坐着。\n“王芳，你走不走？”')).toEqual(['李明']);
  });

  it('takes quoted wording for what nobody speaks', () => {
    const [one] = suggest('人都叫她“豆腐西施”的那位王芳来了。');
    expect(one).toMatchObject({ rule: 'none', category: null, evidence: null });
    expect(one?.candidates[0]).toMatchObject({ kind: 'not-dialogue', name: '非对白', roleId: null });
  });

  it.each([
    ['李明说：“走吧。”', 'explicit'],
    ['王芳走进来，看见李明。她说：“走吧。”', 'implicit'],
    ['有人说：“走！”', 'implicit'],
    ['李明和王芳坐着。\n“走吗？”', 'latent'],
  ])('%s is %s', (text, category) => expect(suggest(text)[0]?.category).toBe(category));

  it('lets one human mark turn a whole run', () => {
    const paragraphs = scanQuotes('李明和王芳坐着。\n“走吗？”\n“不走。”\n“为什么？”\n“下雨。”');
    const withAnchor = (roleId: string): (string | null)[] =>
      suggestSpeakers({
        roster,
        paragraphs: paragraphs.map(({ text, quotes }) => ({
          text,
          quotes: quotes.map((quote) =>
            quote.lineId === '1' ? { ...quote, roleId, origin: 'human' as const } : quote,
          ),
        })),
      }).map((one) => one.candidates[0]?.roleId ?? null);
    expect(withAnchor('li')).toEqual(['wang', 'wang', 'li']);
    expect(withAnchor('wang')).toEqual(['li', 'li', 'wang']);
  });
});

describe('properties', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '李明',
      '王芳',
      '小李',
      '说',
      '道：',
      '，',
      '。',
      '他',
      '她',
      '我',
      '“走。”',
      '“王芳，来！”',
      '“',
      '”',
      '的',
      '对',
      '一个',
      '人',
      '看着',
      '女人',
      '\n',
      '‘',
      '…',
      '——',
    ),
    fc.string({ maxLength: 4 }),
  );
  const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  const marked = fc
    .tuple(
      anyText,
      fc.infiniteStream(fc.constantFrom(null, 'li', 'gone')),
      fc.infiniteStream(fc.constantFrom('human', 'rule', 'model')),
    )
    .map(([text, roles, origins]): CastingParagraph[] =>
      scanQuotes(text).map((paragraph) => ({
        ...paragraph,
        quotes: paragraph.quotes.map((quote) => ({
          ...quote,
          roleId: roles.next().value ?? null,
          origin: (origins.next().value ?? 'rule') as 'human' | 'rule' | 'model',
        })),
      })),
    );

  it('holds its promises for any text and any marks', () => {
    fc.assert(
      fc.property(marked, (paragraphs) => {
        const suggestions = suggestSpeakers({ paragraphs, roster });
        const open = paragraphs
          .flatMap((paragraph) => paragraph.quotes)
          .filter((quote) => quote.roleId === null || quote.origin !== 'human');
        expect(suggestions.map((one) => one.lineId)).toEqual(open.map((quote) => quote.lineId));
        for (const { candidates, confidence, evidence } of suggestions) {
          expect(candidates.length).toBeLessThanOrEqual(3);
          const chances = candidates.map((one) => one.probability);
          expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
          expect(chances).toEqual([...chances].sort((a, b) => b - a));
          expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeLessThanOrEqual(1 + 1e-9);
          expect(confidence).toBe(chances[0] ?? 0);
          if (evidence === null) continue;
          const text = paragraphs[evidence.paragraph]?.text ?? '';
          expect(evidence.from).toBeGreaterThanOrEqual(0);
          expect(evidence.to).toBeGreaterThan(evidence.from);
          expect(evidence.to).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never changes a human mark nor suggests over it', () => {
    fc.assert(
      fc.property(marked, (paragraphs) => {
        const before = JSON.stringify(paragraphs);
        const suggested = new Set(suggestSpeakers({ paragraphs, roster }).map((one) => one.lineId));
        expect(JSON.stringify(paragraphs)).toBe(before);
        for (const { lineId, roleId, origin } of paragraphs.flatMap(({ quotes }) => quotes))
          if (origin === 'human' && roleId !== null) expect(suggested.has(lineId)).toBe(false);
      }),
      { numRuns: 2500 },
    );
  });

  it('is deterministic', () => {
    fc.assert(
      fc.property(marked, (paragraphs) => {
        expect(suggestSpeakers({ paragraphs, roster })).toEqual(suggestSpeakers({ paragraphs, roster }));
        expect(discoverRoster(paragraphs, roster)).toEqual(discoverRoster(paragraphs, roster));
      }),
      { numRuns: 60 },
    );
  });

  it('survives offsets that lie', () => {
    const offset = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.constant(Number.NaN), fc.constant(Infinity));
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(offset, offset), { maxLength: 6 }), (text, spans) => {
        const quotes = spans.map(([from, to], i) => ({
          lineId: String(i),
          from,
          to,
          roleId: null,
          origin: 'rule' as const,
        }));
        expect(suggestSpeakers({ paragraphs: [{ text, quotes }], roster })).toHaveLength(spans.length);
      }),
    );
  });

  it('takes an empty roster and an empty chapter', () => {
    expect(suggestSpeakers({ paragraphs: [], roster: [] })).toEqual([]);
    expect(suggestSpeakers({ paragraphs: scanQuotes(storm.text), roster: [], discovered: [] })).toHaveLength(
      56,
    );
  });
});
