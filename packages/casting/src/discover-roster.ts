import { nameHead, openersAt } from './name-heads.ts';
import { createNameMatcher } from './name-matcher.ts';
import type { Clause } from './clauses.ts';
import { layOut } from './narration.ts';
import type { Gap } from './narration.ts';
import { givenName } from './people.ts';
import { PERSON_NOUNS, sexOfName, surnameLength, TITLES } from './person-words.ts';
import { speechVerbEnding } from './speech-verbs.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry, Sex } from './types.ts';

interface Tally {
  speaks: number;
  heads: number;
  /** Times it opens the narration right behind a quote: usually its speaker. */
  beats: number;
}

const TITLE_SET = new Set(TITLES);
const NOUN_SET = new Set(PERSON_NOUNS.filter((noun) => noun.length > 1));

/**
 * Finds characters that the roster does not know yet, best first: subjects of speech verbs, names by shape
 * (surname, 阿X, 小X, 老X, X + title, kinship and trade nouns) that often open a clause, and the narrator 我.
 */
export function discoverRoster(
  paragraphs: readonly CastingParagraph[],
  known: readonly RosterEntry[],
): DiscoveredName[] {
  const layout = layOut(paragraphs);
  const tallies = new Map<string, Tally>();
  let narratorSpeaks = 0;
  let narratorHeads = 0;
  const count = (text: string, clause: Clause, speaks: boolean, afterQuote: boolean): boolean => {
    const start = clause.from + openersAt(text, clause.from, clause.to);
    if (text.startsWith('我', start) && !text.startsWith('我们', start) && !text.startsWith('我的', start)) {
      narratorHeads++;
      if (speaks) narratorSpeaks++;
      return true;
    }
    const head = nameHead(text, start, clause.to);
    if (head === null) return false;
    const tally = tallies.get(head) ?? { speaks: 0, heads: 0, beats: 0 };
    tally.heads++;
    if (speaks) tally.speaks++;
    if (afterQuote) tally.beats++;
    tallies.set(head, tally);
    return true;
  };
  const speechClauses = (gap: Gap, text: string): Set<Clause> => {
    const speaking = new Set<Clause>();
    gap.clauses.forEach((clause, i) => {
      const atEdge = i === gap.clauses.length - 1 || clause.sentence === 0;
      if (!atEdge || speechVerbEnding(text, clause.from, clause.to) < 0) return;
      speaking.add(clause);
    });
    return speaking;
  };
  layout.gaps.forEach((gaps, p) => {
    const text = paragraphs[p]?.text ?? '';
    gaps.forEach((gap, g) => {
      const speaking = speechClauses(gap, text);
      let headOfSentence: Clause | null = null;
      for (const clause of gap.clauses) {
        if (headOfSentence?.sentence !== clause.sentence) headOfSentence = null;
        const speaks = speaking.has(clause);
        const named = count(text, clause, speaks, g > 0 && clause === gap.clauses[0]);
        if (named) headOfSentence ??= clause;
        else if (speaks && headOfSentence !== null) creditHead(tallies, text, headOfSentence);
      }
    });
  });

  const knownNames = new Set(known.flatMap((entry) => entry.names));
  for (const name of [...knownNames]) {
    const given = givenName(name);
    if (given !== null) knownNames.add(given);
  }
  const accepted = [...tallies]
    .filter(([name, tally]) => !knownNames.has(name) && isPlausible(name, tally))
    .map(([name]) => name);
  const whole = withoutFragments(accepted, tallies, knownNames);
  const mentions = countMentions(paragraphs, [...whole, ...knownNames]);
  const found = groupAliases(whole, mentions, tallies, knownNames);
  if (narratorHeads >= 3 && !knownNames.has('我')) {
    found.push({ name: '我', aliases: [], sex: null, mentions: narratorHeads, speaks: narratorSpeaks });
  }
  return found.sort((a, b) => score(b) - score(a) || (a.name < b.name ? -1 : 1));
}

function score(found: DiscoveredName): number {
  return found.speaks * 4 + Math.sqrt(found.mentions);
}

function creditHead(tallies: Map<string, Tally>, text: string, clause: Clause): void {
  const head = nameHead(text, clause.from + openersAt(text, clause.from, clause.to), clause.to);
  const tally = head === null ? undefined : tallies.get(head);
  if (tally !== undefined) tally.speaks++;
}

function isPlausible(name: string, tally: Tally): boolean {
  if (/[里上下中时后前间边面内外处次番声句年月日天夜]$/.test(name) && tally.speaks < 3) return false;
  const shaped = hasNameShape(name);
  if (NOUN_SET.has(name)) return tally.speaks >= 1;
  const titled = TITLES.some((title) => name.endsWith(title) && name.length > title.length);
  if (shaped && /[边人怎么地]/.test(name.slice(1)) && !titled) return tally.speaks >= 3;
  // 方, 满, 命 … begin more phrases (方欲去, 命丫鬟) than names.
  if (shaped && /^[方满命乐益尚]/.test(name)) return tally.speaks >= 2 || tally.heads >= 6;
  if (shaped) return tally.speaks >= 1 || tally.heads >= 4 || (tally.beats >= 1 && tally.heads >= 2);
  return name.length <= 4 && tally.speaks >= 2;
}

/** Drops names with a stray character behind a better known one (老栓候, 宝玉自); titles and 儿 make real names. */
function withoutFragments(
  names: readonly string[],
  tallies: ReadonlyMap<string, Tally>,
  known: ReadonlySet<string>,
): string[] {
  const heads = (name: string): number => tallies.get(name)?.heads ?? 0;
  const accepted = new Set(names);
  return names.filter((name) => {
    for (let length = 2; length < name.length; length++) {
      const shorter = name.slice(0, length);
      const rest = name.slice(length);
      if (rest === '儿' || TITLE_SET.has(rest)) continue;
      if (known.has(shorter) || (accepted.has(shorter) && heads(shorter) > heads(name))) return false;
      if (heads(shorter) >= 3 * heads(name)) return false;
    }
    // 回凤姐, 彼时黛玉: words before a far commoner name; 小丫头, 老太太 and 李纨 keep theirs.
    for (let from = 1; from <= name.length - 2; from++) {
      const inner = name.slice(from);
      const owns = surnameLength(name) === from || /^[小老阿大二三四五六七八九十]/.test(name);
      if (!owns && (accepted.has(inner) || known.has(inner)) && heads(inner) >= 10 * heads(name))
        return false;
    }
    return true;
  });
}

function hasNameShape(name: string): boolean {
  if (NOUN_SET.has(name)) return true;
  if (/^[阿小老]./.test(name) && name.length <= 3) return true;
  if (TITLES.some((title) => name.endsWith(title) && name.length > title.length)) return true;
  const surname = surnameLength(name);
  return surname > 0 && name.length - surname >= 1 && name.length - surname <= 2;
}

function countMentions(
  paragraphs: readonly CastingParagraph[],
  names: readonly string[],
): Map<string, number> {
  const matcher = createNameMatcher(new Map(names.map((name, index) => [name, index])));
  const counts = new Map<string, number>();
  for (const { text } of paragraphs) {
    for (const match of matcher.find(text)) {
      const name = names[match.code];
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** Joins 宝玉 to 贾宝玉 and 七斤嫂 to 七斤嫂子 when exactly one longer name can own the shorter. */
function groupAliases(
  names: readonly string[],
  mentions: ReadonlyMap<string, number>,
  tallies: ReadonlyMap<string, Tally>,
  known: ReadonlySet<string>,
): DiscoveredName[] {
  const owners = new Map<string, string[]>();
  const claim = (short: string, long: string): void => {
    if (short !== long && short.length >= 2) owners.set(short, [...(owners.get(short) ?? []), long]);
  };
  for (const long of [...names, ...known]) {
    if (surnameLength(long) > 0 && long.length >= 3 && !TITLE_SET.has(long.slice(surnameLength(long))))
      claim(long.slice(surnameLength(long)), long);
    if (long.endsWith('嫂子')) claim(long.slice(0, -1), long);
    if (long.endsWith('儿') && long.length >= 3) claim(long.slice(0, -1), long);
  }
  const accepted = new Set(names);
  const grouped = new Map<string, string[]>();
  const isAlias = new Set<string>();
  for (const name of names) {
    const longer = owners.get(name) ?? [];
    const owner = longer[0];
    if (owner === undefined || longer.length > 1) continue;
    isAlias.add(name);
    if (accepted.has(owner)) grouped.set(owner, [...(grouped.get(owner) ?? []), name]);
  }
  const found: DiscoveredName[] = [];
  for (const name of names) {
    if (isAlias.has(name)) continue;
    const all = [name, ...(grouped.get(name) ?? [])].sort(
      (a, b) => (mentions.get(b) ?? 0) - (mentions.get(a) ?? 0) || a.length - b.length,
    );
    const total = all.reduce((sum, one) => sum + (mentions.get(one) ?? 0), 0);
    const speaks = all.reduce((sum, one) => sum + (tallies.get(one)?.speaks ?? 0), 0);
    if (total === 0) continue;
    found.push({ name: all[0] ?? name, aliases: all.slice(1), sex: sexOf(all), mentions: total, speaks });
  }
  return found;
}

function sexOf(names: readonly string[]): Sex {
  for (const name of names) {
    const sex = sexOfName(name);
    if (sex !== null) return sex;
  }
  return null;
}
