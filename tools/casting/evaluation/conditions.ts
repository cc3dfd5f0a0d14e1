import type { RosterEntry } from '@huaben/casting';
import type { RosterPerson } from '../../gold/label.ts';
import type { DataChapter } from '../data/load-data-set.ts';
import { isNamed } from './answer.ts';

/** What the marker knows of a book's people: all, those with the most lines and the rest discovered, or nobody. */
export const CONDITIONS = ['given', 'existing', 'discovered'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** The roster that a condition gives for a book; the role id of a person is the main name. */
export function rosterFor(condition: Condition, chapters: readonly DataChapter[]): RosterEntry[] {
  const people = chapters[0]?.roster ?? [];
  if (condition === 'given') return people.map(entryOf);
  if (condition === 'discovered') return [];
  const lines = linesOf(chapters);
  const speaking = people
    .filter(({ name }) => lines.has(name))
    .sort((a, b) => (lines.get(b.name) ?? 0) - (lines.get(a.name) ?? 0) || (a.name < b.name ? -1 : 1));
  return speaking.slice(0, Math.ceil(speaking.length / 2)).map(entryOf);
}

/** Lines of every person who speaks in these chapters. */
export function linesOf(chapters: readonly DataChapter[]): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { quotes } of chapters) {
    for (const { speaker } of quotes) {
      if (isNamed(speaker)) lines.set(speaker, (lines.get(speaker) ?? 0) + 1);
    }
  }
  return lines;
}

function entryOf({ name, aliases, sex }: RosterPerson): RosterEntry {
  return { roleId: name, names: [name, ...aliases], sex };
}
