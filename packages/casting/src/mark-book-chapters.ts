import { discoverRoster } from './discover-roster.ts';
import { isGeneral } from './discover-roster-shapes.ts';
import type { NovelMemory } from './learn.ts';
import { createNameMatcher } from './name-matcher.ts';
import { readChapter } from './read-chapter.ts';
import { suggestSpeakers } from './suggest-speakers.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry, SpeakerCandidate, Suggestion } from './types.ts';

/** Whatever suggests speakers for one chapter. */
export type SuggestChapter = (input: {
  paragraphs: readonly CastingParagraph[];
  roster: readonly RosterEntry[];
  discovered: readonly DiscoveredName[];
  memory?: NovelMemory;
}) => readonly Suggestion[];

/** Suggestions for every chapter of a book, with the people who were found in it. */
export interface MarkedChapters {
  discovered: readonly DiscoveredName[];
  chapters: readonly (readonly Suggestion[])[];
}

/** Name of a speaker whom nobody names. */
const ANONYMOUS = '匿名';

/**
 * Suggests speakers for whole chapters of one book: names are discovered over all of them unless `discovered` says who is
 * found, conversations stay within each chapter. Whoever has only a word for many people (掌柜, 黑衣人) is 匿名 unless he
 * speaks twice.
 */
export function markChapters(input: {
  chapters: readonly (readonly CastingParagraph[])[];
  roster: readonly RosterEntry[];
  discovered?: readonly DiscoveredName[];
  suggest?: SuggestChapter;
}): MarkedChapters {
  const { chapters, roster, suggest = suggestSpeakers } = input;
  const found =
    input.discovered === undefined
      ? discoverBook(chapters, roster)
      : { named: input.discovered, described: [] };
  const discovered = [...found.named, ...found.described];
  const known = new Set(found.named.map(({ name }) => name));
  const present = presentIn(discovered);
  const marked = chapters.map((paragraphs) =>
    suggest({ paragraphs, roster, discovered: present(paragraphs) }),
  );
  const described = new Map<string, number>();
  for (const { candidates } of marked.flat()) {
    const best = candidates[0];
    if (best !== undefined && isDescribed(best, known))
      described.set(best.name, (described.get(best.name) ?? 0) + 1);
  }
  return {
    discovered,
    chapters: marked.map((suggestions) =>
      suggestions.map((one) => ({
        ...one,
        candidates: mergeUnnamed(one.candidates, (candidate) => {
          return isDescribed(candidate, known) && (described.get(candidate.name) ?? 0) < 2;
        }),
      })),
    ),
  };
}

/** The people of a whole book: those that names tell, and those whom frames only describe. */
function discoverBook(
  chapters: readonly (readonly CastingParagraph[])[],
  roster: readonly RosterEntry[],
): { named: readonly DiscoveredName[]; described: readonly DiscoveredName[] } {
  const named = discoverRoster(chapters.flat(), roster);
  const present = presentIn(named);
  const described = new Map<string, DiscoveredName>();
  for (const paragraphs of chapters) {
    for (const found of describedIn(paragraphs, roster, present(paragraphs))) {
      const earlier = described.get(found.name);
      const speaks = found.speaks + (earlier?.speaks ?? 0);
      described.set(found.name, { ...found, speaks, mentions: speaks });
    }
  }
  return { named, described: [...described.values()] };
}

/** Descriptions without a name (卖花的老太婆) that frame a line of a chapter. */
function describedIn(
  paragraphs: readonly CastingParagraph[],
  roster: readonly RosterEntry[],
  discovered: readonly DiscoveredName[],
): DiscoveredName[] {
  const { chapter } = readChapter(paragraphs, roster, discovered);
  const { people, quotes, known } = chapter;
  const speaks = new Map<number, number>();
  for (const { before, after } of quotes) {
    for (const frame of [before, after]) {
      const code = frame?.kind === 'speech' || frame?.kind === 'colon' ? (frame.subject?.code ?? -1) : -1;
      if (code < known || people.isRelative(code) || people.get(code).roleId !== null) continue;
      speaks.set(code, (speaks.get(code) ?? 0) + 1);
    }
  }
  return [...speaks].flatMap(([code, count]) => {
    const { name, sex } = people.get(code);
    return name.length < 2 || isGeneral(name)
      ? []
      : [{ name, aliases: [], sex, mentions: count, speaks: count }];
  });
}

function isDescribed({ roleId, name, kind }: SpeakerCandidate, known: ReadonlySet<string>): boolean {
  if (roleId !== null || kind !== 'person' || name === '我') return false;
  return !known.has(name) || isGeneral(name);
}

/** Turns candidates that are nobody in particular into one 匿名; the order stays that of the probabilities. */
function mergeUnnamed(
  candidates: readonly SpeakerCandidate[],
  isNobody: (candidate: SpeakerCandidate) => boolean,
): readonly SpeakerCandidate[] {
  if (!candidates.some(isNobody)) return candidates;
  const merged: SpeakerCandidate[] = [];
  for (const candidate of candidates) {
    const one = isNobody(candidate)
      ? { ...candidate, name: ANONYMOUS, kind: 'anonymous' as const }
      : candidate;
    const same = merged.find((other) => other.name === one.name && other.roleId === one.roleId);
    if (same === undefined) merged.push({ ...one });
    else same.probability += one.probability;
  }
  return merged.sort((a, b) => b.probability - a.probability);
}

/** The discovered people who are named in a chapter: a book's whole crowd would slow each of its chapters. */
function presentIn(
  discovered: readonly DiscoveredName[],
): (paragraphs: readonly CastingParagraph[]) => DiscoveredName[] {
  const patterns = new Map<string, number>();
  discovered.forEach(({ name, aliases }, index) => {
    for (const one of [name, ...aliases]) patterns.set(one, index);
  });
  const matcher = createNameMatcher(patterns);
  return (paragraphs) => {
    const seen = new Set(paragraphs.flatMap(({ text }) => matcher.find(text).map((match) => match.code)));
    return discovered.filter(
      ({ name, aliases }, index) => seen.has(index) || name === '我' || aliases.includes('我'),
    );
  };
}
