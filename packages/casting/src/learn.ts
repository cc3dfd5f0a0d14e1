import { isGeneral } from './discover-roster-shapes.ts';
import type { Frame } from './frames.ts';
import { addHabits, habitsOf, reweighByHabits } from './learn-habits.ts';
import type { Habits } from './learn-habits.ts';
import { readChapter } from './read-chapter.ts';
import type { ReadQuote } from './read-chapter.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry, Suggestion } from './types.ts';

/**
 * What the marks of humans have taught about a novel, as plain JSON: how often lines framed by a word that no role has
 * (“圆规说”) were given to each role, discovered names that were refused, and how each role talks.
 */
export interface NovelMemory {
  /** Word → role id → lines. */
  framed: Record<string, Record<string, number>>;
  rejected: string[];
  /** By role id. */
  habits: Record<string, Habits>;
}

/** A memory of nothing. */
export const EMPTY_MEMORY: NovelMemory = { framed: {}, rejected: [], habits: {} };

/** Learns from the lines of one chapter that humans have marked, and from the names that they refused. */
export function learnFromMarks(input: {
  paragraphs: readonly CastingParagraph[];
  roster: readonly RosterEntry[];
  discovered?: readonly DiscoveredName[];
  rejected?: readonly string[];
}): NovelMemory {
  const { paragraphs, roster, discovered, rejected = [] } = input;
  const memory: NovelMemory = { framed: {}, rejected: [...new Set(rejected)], habits: {} };
  const { chapter } = readChapter(paragraphs, roster, discovered);
  const { people, quotes } = chapter;
  quotes.forEach((read, i) => {
    const { placed, fixed } = read;
    const roleId = placed.quote.roleId;
    if (fixed === null || roleId === null) return;
    const words = (paragraphs[placed.paragraph]?.text ?? '').slice(placed.quote.from, placed.quote.to);
    const own = memory.habits[roleId] ?? { lines: 0, words: {} };
    const shown = Object.fromEntries(habitsOf(words).map((habit) => [habit, 1]));
    memory.habits[roleId] = addHabits(own, { lines: 1, words: shown });
    if (people.get(fixed).kind !== 'named') return;
    for (const frame of framesOf(read, quotes[i + 1])) {
      const subject = frame.subject;
      if (subject === null || subject.code < 0 || subject.possessive || frame.distance > 0) continue;
      const person = people.get(subject.code);
      if (person.kind !== 'named' || person.roleId !== null || people.isRelative(subject.code)) continue;
      const votes = (memory.framed[person.name] ??= {});
      votes[roleId] = (votes[roleId] ?? 0) + 1;
    }
  });
  return memory;
}

/** Frames that name the line's speaker beyond doubt: what stands behind it only when nothing leads up to it or on. */
function framesOf({ before, after, placed }: ReadQuote, next: ReadQuote | undefined): Frame[] {
  if (before !== null && before.kind !== 'beat') return [before];
  const leadsOn =
    next !== undefined &&
    next.placed.paragraph === placed.paragraph &&
    next.before !== null &&
    next.before.kind !== 'beat';
  return after !== null && after.kind === 'speech' && !leadsOn ? [after] : [];
}

/** What two chapters, or two sittings, have taught together. */
export function mergeMemories(one: NovelMemory, other: NovelMemory): NovelMemory {
  const framed = structuredCloneOf(one.framed);
  for (const [word, votes] of Object.entries(other.framed)) {
    const own = (framed[word] ??= {});
    for (const [roleId, lines] of Object.entries(votes)) own[roleId] = (own[roleId] ?? 0) + lines;
  }
  const habits = { ...one.habits };
  for (const [roleId, more] of Object.entries(other.habits)) {
    habits[roleId] = addHabits(habits[roleId] ?? { lines: 0, words: {} }, more);
  }
  return { framed, rejected: [...new Set([...one.rejected, ...other.rejected])], habits };
}

function structuredCloneOf(framed: NovelMemory['framed']): NovelMemory['framed'] {
  return Object.fromEntries(Object.entries(framed).map(([word, votes]) => [word, { ...votes }]));
}

/** Lines that must agree before a word that could mean many people (那女人, 黑衣人) means one. */
const GENERAL_LINES = 2;

/** The roster with the words that the memory ties to one role alone, and the discovered names without these and the refused. */
export function recall(
  memory: NovelMemory,
  roster: readonly RosterEntry[],
  discovered: readonly DiscoveredName[],
): { roster: RosterEntry[]; discovered: DiscoveredName[] } {
  const taken = new Set(roster.flatMap((entry) => entry.names));
  const owner = new Map<string, string>();
  for (const [word, votes] of Object.entries(memory.framed)) {
    const [first, ...others] = Object.entries(votes);
    if (first === undefined || others.length > 0 || taken.has(word)) continue;
    if (first[1] >= (isGeneral(word) ? GENERAL_LINES : 1)) owner.set(word, first[0]);
  }
  const rejected = new Set(memory.rejected);
  const kept: DiscoveredName[] = [];
  const aliases = new Map<string, string[]>();
  for (const found of discovered) {
    const names = [found.name, ...found.aliases];
    const roles = new Set(names.flatMap((name) => owner.get(name) ?? []));
    const [role] = roles;
    if (role !== undefined && roles.size === 1) aliases.set(role, [...(aliases.get(role) ?? []), ...names]);
    else if (!rejected.has(found.name)) kept.push(found);
  }
  for (const [word, role] of owner) aliases.set(role, [...(aliases.get(role) ?? []), word]);
  return {
    roster: roster.map((entry) => {
      const more = (aliases.get(entry.roleId) ?? []).filter((name) => !taken.has(name));
      return more.length === 0 ? entry : { ...entry, names: [...new Set([...entry.names, ...more])] };
    }),
    discovered: kept,
  };
}

/** Suggestions after what the memory knows of how people talk; `words` are the quotes by line id. */
export function recallHabits(
  memory: NovelMemory,
  suggestions: readonly Suggestion[],
  words: ReadonlyMap<string, string>,
): Suggestion[] {
  return suggestions.map((suggestion) => {
    const candidates = reweighByHabits(
      memory.habits,
      words.get(suggestion.lineId) ?? '',
      suggestion.candidates,
    );
    return { ...suggestion, candidates, confidence: candidates[0]?.probability ?? 0 };
  });
}
