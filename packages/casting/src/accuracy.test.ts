import { describe, expect, it } from 'vitest';
import { scanQuotes } from './fixtures/gold-story.ts';
import type { GoldStory } from './fixtures/gold-story.ts';
import { hometown } from './fixtures/hometown.ts';
import { kongYiji } from './fixtures/kong-yiji.ts';
import { medicine } from './fixtures/medicine.ts';
import { rainyEvening } from './fixtures/rainy-evening.ts';
import { storm } from './fixtures/storm.ts';
import { suggestSpeakers } from './index.ts';

interface Score {
  right: number;
  all: number;
}

/** Right answers per category (E, I, L, -), “all” spoken lines, and those suggested with confidence ≥ 0.95. */
function score(stories: readonly GoldStory[], condition: 'given' | 'discovered'): Record<string, Score> {
  const table: Record<string, Score> = {};
  const count = (row: string, right: boolean): void => {
    const entry = (table[row] ??= { right: 0, all: 0 });
    entry.all++;
    if (right) entry.right++;
  };
  for (const story of stories) {
    const mainName = new Map(
      story.roster.flatMap((entry) => entry.names.map((name) => [name, entry.names[0] ?? name])),
    );
    const suggestions = suggestSpeakers({
      paragraphs: scanQuotes(story.text),
      roster: condition === 'given' ? story.roster : [],
    });
    const gold = story.speakers.split(' ');
    expect(suggestions).toHaveLength(gold.length);
    gold.forEach((label, i) => {
      const suggestion = suggestions[i];
      const name = suggestion?.candidates[0]?.name ?? '';
      const truth = label === '-' ? '非对白' : label.slice(1);
      const right = (mainName.get(name) ?? name) === truth;
      count(label.charAt(0), right);
      if (label === '-') return;
      count('all', right);
      if ((suggestion?.confidence ?? 0) >= 0.95) count('sure', right);
    });
  }
  return table;
}

const share = (entry: Score | undefined): number => (entry === undefined ? 0 : entry.right / entry.all);

// The floors are the measured values of the README less about three lines, so that they fail on a real loss.
describe('accuracy on whole stories', () => {
  it('with the roster given, on the stories the rules were written on', () => {
    const table = score([kongYiji, storm, medicine], 'given');
    expect(share(table['E'])).toBeGreaterThanOrEqual(0.94);
    expect(share(table['all'])).toBeGreaterThanOrEqual(0.89);
    expect(share(table['sure'])).toBeGreaterThanOrEqual(0.97);
    expect(share(table['-'])).toBe(1);
  });

  it('with the roster given, on a story kept apart', () => {
    const table = score([hometown], 'given');
    expect(share(table['E'])).toBe(1);
    expect(share(table['all'])).toBeGreaterThanOrEqual(0.68);
  });

  it('in the style of web novels, with and without a roster', () => {
    expect(share(score([rainyEvening], 'given')['all'])).toBeGreaterThanOrEqual(0.85);
    expect(share(score([rainyEvening], 'discovered')['all'])).toBeGreaterThanOrEqual(0.85);
  });

  it('with no roster at all', () => {
    const table = score([kongYiji, storm, medicine, hometown], 'discovered');
    expect(share(table['E'])).toBeGreaterThanOrEqual(0.86);
    expect(share(table['all'])).toBeGreaterThanOrEqual(0.71);
  });
});
