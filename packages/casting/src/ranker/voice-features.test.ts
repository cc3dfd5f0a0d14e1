import { describe, expect, it } from 'vitest';
import { scanQuotes } from '../fixtures/gold-story.ts';
import { openRanking } from './ranking.ts';

const roster = ['李明', '王芳'].map((name) => ({ roleId: name, names: [name], sex: null }));

/** A feature of a line for every candidate that is a person, by name. */
function feature(text: string, line: number, name: string): Record<string, number> {
  const ranking = openRanking({ paragraphs: scanQuotes(text), roster, discovered: [] });
  const { names, values } = ranking.local;
  const column = names.indexOf(name);
  expect(column).toBeGreaterThanOrEqual(0);
  return Object.fromEntries(
    (ranking.lines[line]?.candidates ?? []).map((_, c) => [
      ranking.label(line, c),
      values[line]?.[c * names.length + column] ?? Number.NaN,
    ]),
  );
}

describe('how people talk', () => {
  const talk =
    '李明说：“俺不去。”\n王芳说：“您去吧。”\n李明说：“俺怕。”\n王芳说：“您怕什么？”\n“俺怕黑。”\n“您别怕。”';

  it('tells who says 俺 and who says 您', () => {
    const [mine, yours] = [feature(talk, 4, 'habitFit'), feature(talk, 5, 'habitFit')];
    expect(mine['李明']).toBeGreaterThan(mine['王芳'] ?? 0);
    expect(yours['王芳']).toBeGreaterThan(yours['李明'] ?? 0);
  });

  it('does not let a line vouch for itself', () => {
    const once = '李明说：“俺不去。”\n王芳说：“走。”\n王芳说：“来。”';
    expect(feature(once, 0, 'habitFit')['李明']).toBeLessThanOrEqual(0);
    expect(feature(once, 0, 'voiceLines')['李明']).toBe(0);
  });

  it('tells voices in marks of their own', () => {
    const text = '李明说：“谁？”\n王芳说：『我。』\n李明说：“谁？”\n王芳说：『我。』\n『是我。』';
    const fit = feature(text, 4, 'markFit');
    expect(fit['王芳']).toBeGreaterThan(0);
    expect(fit['李明']).toBeLessThan(0);
  });

  it('tells whom a quote introduces as its speaker', () => {
    const text = '李明站着。王芳坐着。\n“在下李明。”\n“李明，坐。”';
    expect(feature(text, 0, 'namesSelf')).toMatchObject({ 李明: 1, 王芳: 0 });
    expect(feature(text, 1, 'namesSelf')).toMatchObject({ 李明: 0, 王芳: 0 });
  });
});
