import { describe, expect, it } from 'vitest';
import { hometown } from './fixtures/hometown.ts';
import { scanQuotes } from './fixtures/gold-story.ts';
import { discoverRoster, learnFromMarks, mergeMemories, suggestSpeakers } from './index.ts';
import { EMPTY_MEMORY, recall } from './learn.ts';
import type { CastingParagraph, RosterEntry } from './types.ts';

const ROSTER: RosterEntry[] = [
  { roleId: 'yang', names: ['杨二嫂'], sex: 'female' },
  { roleId: 'run', names: ['闰土'], sex: 'male' },
];

/** The paragraphs with some lines marked by a human. */
function marked(text: string, marks: Readonly<Record<string, string>>): CastingParagraph[] {
  return scanQuotes(text).map((paragraph) => ({
    ...paragraph,
    quotes: paragraph.quotes.map((quote) => {
      const roleId = marks[quote.lineId];
      return roleId === undefined ? quote : { ...quote, roleId, origin: 'human' as const };
    }),
  }));
}

describe('learnFromMarks', () => {
  it('ties the word that frames a marked line to its role', () => {
    const text = '圆规说：“忘了？”\n闰土说：“来了。”';
    const memory = learnFromMarks({ paragraphs: marked(text, { 0: 'yang', 1: 'run' }), roster: ROSTER });
    expect(memory.framed).toEqual({ 圆规: { yang: 1 } });
    expect(recall(memory, ROSTER, []).roster[0]?.names).toEqual(['杨二嫂', '圆规']);
  });

  it('forgets a word that stands for two roles', () => {
    const text = '黑衣人说：“一。”\n黑衣人说：“二。”\n黑衣人说：“三。”';
    const paragraphs = marked(text, { 0: 'yang', 1: 'yang', 2: 'run' });
    const memory = learnFromMarks({ paragraphs, roster: ROSTER });
    expect(recall(memory, ROSTER, []).roster).toEqual(ROSTER);
  });

  it('waits for a second line before a word for many people means one', () => {
    const once = learnFromMarks({ paragraphs: marked('黑衣人说：“一。”', { 0: 'run' }), roster: ROSTER });
    expect(recall(once, ROSTER, []).roster).toEqual(ROSTER);
    expect(recall(mergeMemories(once, once), ROSTER, []).roster[1]?.names).toContain('黑衣人');
  });

  it('gives the other lines of that word to the role', () => {
    const found = discoverRoster(scanQuotes(hometown.text), ROSTER);
    const lineOf = (words: string): string => {
      const paragraphs = scanQuotes(hometown.text);
      for (const { text, quotes } of paragraphs) {
        const quote = quotes.find(({ from, to }) => text.slice(from, to).includes(words));
        if (quote !== undefined) return quote.lineId;
      }
      throw new Error(`no line with ${words}`);
    };
    const speakerOf = (words: string, memory = EMPTY_MEMORY): string | null => {
      const paragraphs = scanQuotes(hometown.text);
      const suggestions = suggestSpeakers({ paragraphs, roster: ROSTER, discovered: found, memory });
      return suggestions.find(({ lineId }) => lineId === lineOf(words))?.candidates[0]?.roleId ?? null;
    };
    const paragraphs = marked(hometown.text, { [lineOf('愈有钱，便愈是一毫不肯放松')]: 'yang' });
    const memory = learnFromMarks({ paragraphs, roster: ROSTER, discovered: found });
    const other = '忘了？这真是贵人眼高';
    expect([speakerOf(other), speakerOf(other, memory)]).toEqual([null, 'yang']);
  });

  it('leaves out refused names', () => {
    const found = discoverRoster(scanQuotes('老拱说：“一。”\n老拱说：“二。”'), ROSTER);
    expect(found.map(({ name }) => name)).toEqual(['老拱']);
    const memory = learnFromMarks({ paragraphs: [], roster: ROSTER, rejected: ['老拱'] });
    expect(recall(memory, ROSTER, found).discovered).toEqual([]);
  });

  it('is plain JSON and adds up over chapters', () => {
    const memory = learnFromMarks({
      paragraphs: marked('杨二嫂说：“老娘不依！”', { 0: 'yang' }),
      roster: ROSTER,
      rejected: ['声音'],
    });
    const copy: typeof memory = JSON.parse(JSON.stringify(memory)) as typeof memory;
    expect(mergeMemories(EMPTY_MEMORY, copy)).toEqual(memory);
    const twice = mergeMemories(memory, copy);
    expect(twice.habits['yang']).toMatchObject({ lines: 2, words: { 老娘: 2, '！': 2 } });
    expect(twice.rejected).toEqual(['声音']);
  });
});
