import { markChapters } from '@huaben/casting';
import type { DiscoveredName, SuggestChapter } from '@huaben/casting';
import type { DataChapter } from '../data/load-data-set.ts';
import { isNamed, labelSaid, personOf } from './answer.ts';
import type { Answer } from './answer.ts';
import { linesOf, rosterFor } from './conditions.ts';
import type { Condition } from './conditions.ts';

/** How well the people of a book were found; weights are lines of the true speakers. */
export interface RosterScore {
  book: string;
  /** Discovered people that were given at least one line, and how many of them are true people. */
  used: number;
  usedRight: number;
  /** All discovered people, and how many of them are true people. */
  found: number;
  foundRight: number;
  /** Entries beyond the first that mean the same true person. */
  duplicates: number;
  /** True speakers, how many of them the marker knew, and the same in lines. */
  speakers: number;
  speakersFound: number;
  lines: number;
  linesFound: number;
  missing: readonly string[];
  invented: readonly string[];
}

/** Answers and found people of one book under one condition. */
export interface MarkedBook {
  answers: Answer[];
  roster: RosterScore;
}

/** Marks a whole book: names are discovered over all its chapters, speakers chapter by chapter. */
export function markedBook(
  chapters: readonly DataChapter[],
  condition: Condition,
  suggest?: SuggestChapter,
): MarkedBook {
  const people = chapters[0]?.roster ?? [];
  const truePerson = personOf(people);
  const roster = rosterFor(condition, chapters);
  const marked = markChapters({
    chapters: chapters.map((chapter) => chapter.paragraphs),
    roster,
    ...(condition === 'given' ? { discovered: [] } : {}),
    ...(suggest === undefined ? {} : { suggest }),
  });
  const { discovered } = marked;
  const meant = new Map(discovered.map((found) => [found.name, personMeant(found, truePerson)]));
  const resolve = (name: string): string | null => truePerson(name) ?? meant.get(name) ?? null;
  const reach = new Set([...roster.map((entry) => entry.roleId), ...meant.values()]);
  const used = new Set<string>();
  const answers = chapters.flatMap((chapter, c) => {
    const suggestions = new Map((marked.chapters[c] ?? []).map((one) => [one.lineId, one]));
    return chapter.quotes.map(({ id, speaker, category }): Answer => {
      const suggestion = suggestions.get(id);
      const best = suggestion?.candidates[0];
      const said = labelSaid(suggestion, resolve);
      if (best?.roleId === null) used.add(best.name);
      return {
        book: chapter.book,
        chapter: chapter.chapter,
        id,
        speaker,
        category,
        said,
        confidence: best?.probability ?? 0,
        right: said === speaker,
        outOfReach: isNamed(speaker) && !reach.has(speaker),
        invented: isNamed(said) && truePerson(said) === null,
        rule: suggestion?.rule ?? 'none',
        read: suggestion?.category ?? null,
      };
    });
  });
  return { answers, roster: scoreRoster(chapters, discovered, meant, reach, used) };
}

/** The true person of a discovered entry: by its name, or by its aliases when they all agree. */
function personMeant(found: DiscoveredName, truePerson: (name: string) => string | null): string | null {
  const own = truePerson(found.name);
  if (own !== null) return own;
  const others = new Set(found.aliases.map(truePerson).filter((name) => name !== null));
  return others.size === 1 ? ([...others][0] ?? null) : null;
}

function scoreRoster(
  chapters: readonly DataChapter[],
  discovered: readonly DiscoveredName[],
  meant: ReadonlyMap<string, string | null>,
  reach: ReadonlySet<string | null>,
  used: ReadonlySet<string>,
): RosterScore {
  const lines = linesOf(chapters);
  const right = (name: string): boolean => (meant.get(name) ?? null) !== null;
  const usedNames = discovered.filter(({ name }) => used.has(name));
  const reached = [...lines].filter(([name]) => reach.has(name));
  const sum = (counts: readonly (readonly [string, number])[]): number =>
    counts.reduce((total, [, count]) => total + count, 0);
  const means = discovered.map(({ name }) => meant.get(name) ?? null).filter((name) => name !== null);
  return {
    book: chapters[0]?.book ?? '',
    used: usedNames.length,
    usedRight: usedNames.filter(({ name }) => right(name)).length,
    found: discovered.length,
    foundRight: means.length,
    duplicates: means.length - new Set(means).size,
    speakers: lines.size,
    speakersFound: reached.length,
    lines: sum([...lines]),
    linesFound: sum(reached),
    missing: [...lines.keys()].filter((name) => !reach.has(name)),
    invented: usedNames.filter(({ name }) => !right(name)).map(({ name }) => name),
  };
}
