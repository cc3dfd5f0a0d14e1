import { describe, expect, it } from 'vitest';
import { speechVerbEnding, speechVerbInside } from './speech-verbs.ts';

const verbIn = (text: string): string | null => {
  const start = speechVerbEnding(text, 0, text.length);
  return start < 0 ? null : text.slice(start);
};

describe('speechVerbEnding', () => {
  it.each([
    ['孔乙己低声说道', '说道'],
    ['宝玉曰', '曰'],
    ['他自言自语', '自言自语'],
    ['母亲说了一句', '说了一句'],
    ['掌柜吩咐', '吩咐'],
    ['湘云道', '道'],
    ['王夫人道', '道'],
    ['福公公道', '道'],
    ['黑衣人冷冷地道', '道'],
  ])('%s → %s', (text, verb) => expect(verbIn(text)).toBe(verb));

  it.each(['他不知道', '她没有说', '那是一条街道', '他写小说', '这太不人道', '掌柜也不再问', '我听说'])(
    '%s holds no speech',
    (text) => expect(verbIn(text)).toBeNull(),
  );
});

describe('speechVerbInside', () => {
  it('finds a verb with something behind it', () => expect(speechVerbInside('七爷说到这里', 0, 6)).toBe(2));
  it('finds nothing in plain action', () => expect(speechVerbInside('老栓慌忙摸出洋钱', 0, 8)).toBe(-1));
});
