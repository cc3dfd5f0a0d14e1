import { formsOfAddress, groupAliases, joinForms } from './discover-roster-aliases.ts';
import { countWords } from './discover-roster-counts.ts';
import type { WordCount } from './discover-roster-counts.ts';
import { holdsVerb, tallyHeads } from './discover-roster-heads.ts';
import type { HeadTally } from './discover-roster-heads.ts';
import {
  hasNameShape,
  isGeneral,
  isPersonNoun,
  isPlausibleName,
  isRareName,
  isTitled,
} from './discover-roster-shapes.ts';
import { joinPeople } from './discover-roster-joins.ts';
import { attestedNames, collectWitnesses, witnessedWords } from './discover-roster-witnesses.ts';
import { CROWD_NOUNS, DOUBTFUL_SURNAMES, isNameCharacter } from './discover-roster-words.ts';
import { layOut } from './narration.ts';
import type { Layout } from './narration.ts';
import { givenName } from './people.ts';
import { surnameLength, TITLES } from './person-words.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry } from './types.ts';

const TITLE_SET = new Set(TITLES);

/**
 * Finds characters that the roster does not know yet, best first: words that open clauses of narration and speak there, by
 * their shape (surname, 阿X 小X 老X, X + title, kinship and trade nouns, looks) or because they recur with the doings of a
 * person behind them, and the narrator 我.
 */
export function discoverRoster(
  paragraphs: readonly CastingParagraph[],
  known: readonly RosterEntry[],
): DiscoveredName[] {
  const layout = layOut(paragraphs);
  const texts = paragraphs.map((paragraph) => paragraph.text);
  const { byWords, narratorHeads, narratorSpeaks } = tallyHeads(layout, texts);
  const knownNames = new Set(known.flatMap((entry) => entry.names));
  for (const name of [...knownNames]) {
    const given = givenName(name);
    if (given !== null) knownNames.add(given);
  }
  const plausible = [...byWords]
    .filter(([name, tally]) => !knownNames.has(name) && isPlausibleName(name, tally))
    .map(([name]) => name);
  const accepted = new Set([...plausible, ...knownNames]);
  const called = callsOf(layout, texts);
  const rare = [...new Set([...byWords.keys(), ...called.keys()])].filter(
    (name) => !accepted.has(name) && isRareName(name, byWords.get(name) ?? NO_TALLY, called.get(name) ?? 0),
  );
  const sure = new Set(
    plausible.filter((name) => hasNameShape(name) && (byWords.get(name)?.speaks ?? 0) >= 2),
  );
  for (const name of knownNames) sure.add(name);
  const forms = formsOfAddress(layout, texts);
  const witnesses = collectWitnesses(layout, texts);
  const counts = countWords(
    layout,
    texts,
    [
      ...plausible,
      ...rare,
      ...rare.map((name) => name.slice(0, -1)),
      ...forms.keys(),
      ...witnessedWords(witnesses),
      ...knownNames,
    ],
    sure,
  );
  const attested = attestedNames(witnesses, called, byWords, counts).filter((name) => !accepted.has(name));
  const borne = new Set([
    ...plausible.filter((name) => isParticular(name, byWords.get(name), counts.get(name))),
    ...rare.filter((name) =>
      isKnownElsewhere(name, byWords.get(name) ?? NO_TALLY, counts, called.get(name) ?? 0),
    ),
    ...attested,
  ]);
  const particular = withWholeNames([...borne], byWords, counts, layout, texts);
  const whole = withoutFragments(
    particular,
    [...plausible, ...rare, ...attested],
    byWords,
    counts,
    knownNames,
  );
  const people = groupAliases(whole, counts, byWords, knownNames);
  const found = joinPeople(joinForms(people, forms, counts, knownNames), layout, texts, knownNames);
  if (narratorHeads >= 3 && !knownNames.has('我')) {
    const me = { sex: null, mentions: narratorHeads, speaks: narratorSpeaks };
    const name = ownName(layout, texts);
    const same = found.findIndex((one) => [one.name, ...one.aliases].includes(name ?? ''));
    const named = found[same];
    if (named !== undefined) {
      const [mentions, speaks] = [named.mentions + me.mentions, named.speaks + me.speaks];
      found[same] = { ...named, aliases: [...named.aliases, '我'], mentions, speaks };
    } else if (name === null || knownNames.has(name)) found.push({ ...me, name: '我', aliases: [] });
    else found.push({ ...me, name, aliases: ['我'] });
  }
  return found.sort((a, b) => score(b) - score(a) || (a.name < b.name ? -1 : 1));
}

function score(found: DiscoveredName): number {
  return found.speaks * 4 + Math.sqrt(found.mentions);
}

/** Mentions of a man without a name in his one scene at most. */
const SCENE = 8;

/** From so many mentions on a word is common, and nobody who says something in less than one of so many mentions. */
const COMMON = 20;
const RARELY = 15;

/**
 * Whether the whole book bears a name out. 母亲 is one person, but 丫头 is many when it is mostly 小丫头, 一个丫头 or 丫头们.
 * Words without the shape of a name must not be verbs (宝玉点头), and speak now and then if they are common.
 */
function isParticular(name: string, tally: HeadTally | undefined, count: WordCount | undefined): boolean {
  if (count === undefined || tally === undefined) return false;
  // 老者 speaks in every other sentence of his scene; 孩子 who are mostly spoken of are many.
  if (CROWD_NOUNS.has(name) && tally.speaks * 3 <= count.all && (count.general > 0 || count.all > SCENE))
    return false;
  // 闰土的父亲, 他的父亲: everybody has one.
  if (isPersonNoun(name) && count.general * 2 > count.all) return false;
  const surnamed = surnameLength(name) > 0 && isTitled(name);
  if (isGeneral(name) && !surnamed && count.general * 3 > count.all) return false;
  if (count.all === 1 && name.length > 3 && surnameLength(name) === 0 && isTitled(name)) return false;
  // 话儿, 前儿: the ending alone makes no person of a common word who never speaks.
  const said = tally.speaks + tally.direct;
  const common = count.all >= COMMON && said * RARELY < count.all;
  if (/儿$/.test(name) && surnameLength(name) === 0 && common && count.all >= 3 * COMMON) return false;
  if (hasNameShape(name)) return true;
  // 疑惑, 一径, 悄悄 open clauses beside speech now and then.
  if (common || (count.all >= COMMON && tally.speaks === 0) || /众人|大家|告诉/.test(name)) return false;
  // 豆豆 opens clauses; 细细 stands anywhere.
  if (/^(.)\1$/.test(name) && tally.heads * 4 < count.all) return false;
  if (count.afterPerson * 10 >= Math.max(10, count.narrated)) return false;
  return true;
}

const NO_TALLY: HeadTally = { heads: 0, clean: 0, speaks: 0, direct: 0, beats: 0, acts: 0, followers: '' };

/** Words that come again, not after the same character each time, and that are not the start of many other words. */
function isKnownElsewhere(
  name: string,
  tally: HeadTally,
  counts: ReadonlyMap<string, WordCount>,
  called: number,
): boolean {
  const count = counts.get(name);
  if (count === undefined || !isParticular(name, tally, count)) return false;
  // 温凉: told in a quote that is nothing else or beside one, and a person's doings in the narration.
  const doubly =
    surnameLength(name) > 0 && tally.acts >= 1 && tally.clean >= 1 && (called >= 1 || tally.beats >= 1);
  const least =
    isTitled(name) || isPersonNoun(name) || doubly ? 2 : DOUBTFUL_SURNAMES.has(name.charAt(0)) ? 4 : 3;
  if (count.all < least || count.narrated === 0) return false;
  if (name.length === 2 && count.before.size < 2) return false;
  // 姑娘 and 二爷 are what everybody calls somebody, unless the narration has one such person act.
  const noun = isPersonNoun(name) || TITLE_SET.has(name);
  if ((noun || (surnameLength(name) === 0 && isTitled(name))) && tally.heads * 12 < count.all) return false;
  const stem = surnameLength(name) > 0 && name.length === 3 ? (counts.get(name.slice(0, -1))?.all ?? 0) : 0;
  // 林禾扶 runs on into a verb; 莫长风 shares its start with 莫长云.
  return count.all >= (holdsVerb(name) ? 0.6 : 0.2) * stem;
}

/** How the narrator of a story calls himself (我叫方小满，…), or null. */
function ownName(layout: Layout, texts: readonly string[]): string | null {
  for (const { paragraph, from, to } of layout.gaps.flat()) {
    const narration = (texts[paragraph] ?? '').slice(from, to);
    for (const [, name = ''] of narration.matchAll(/我(?:的名字)?叫([\u4e00-\u9fff]{2,4})(?=[，。,；])/g))
      if (surnameLength(name) > 0 && hasNameShape(name)) return name;
  }
  return null;
}

/** What people are called in quotes: short words between marks (“皇上，…”), with how often. */
function callsOf(layout: Layout, texts: readonly string[]): Map<string, number> {
  const calls = new Map<string, number>();
  for (const { paragraph, quote } of layout.quotes) {
    const words = (texts[paragraph] ?? '').slice(quote.from, quote.to);
    for (const [, call] of words.matchAll(
      /(?<=[“「『"，。！？、…—])([\u4e00-\u9fff]{2,4})(?=[，！。？、…])/g,
    )) {
      if (call !== undefined && hasNameShape(call)) calls.set(call, (calls.get(call) ?? 0) + 1);
    }
  }
  return calls;
}

/** Titles whose last character mostly ends the name before it: 三姨太 is cut to 三姨. */
const COMPLETIONS = /^.姨[太娘妈]$/;
/** Occurrences from which one and the same character behind a word tells that the word goes on. */
const OFTEN = 4;

/** Gives words that stop short of a name the rest of it: 顾延 is 顾延年 when hardly anything else follows it. */
function withWholeNames(
  names: readonly string[],
  tallies: Map<string, HeadTally>,
  counts: Map<string, WordCount>,
  layout: Layout,
  texts: readonly string[],
): string[] {
  const whole = new Map<string, string>();
  for (const name of names) {
    const count = counts.get(name);
    if (count === undefined || name.length !== 2) continue;
    const [next = '', times = 0] = [...count.after].sort((a, b) => b[1] - a[1])[0] ?? [];
    const surnamed = surnameLength(name) === 1 && count.all >= OFTEN && times >= 0.8 * count.all;
    if (
      surnamed
        ? isNameCharacter(next) && !isTitled(name) && !holdsVerb(next)
        : times * 2 >= count.all && COMPLETIONS.test(name + next)
    )
      whole.set(name, name + next);
  }
  const more = [...whole.values()].filter((name) => !counts.has(name));
  for (const [name, count] of countWords(layout, texts, more, new Set())) counts.set(name, count);
  for (const [short, long] of whole) {
    const tally = tallies.get(short);
    if (tally !== undefined && !tallies.has(long)) tallies.set(long, tally);
  }
  return [...new Set(names.map((name) => whole.get(name) ?? name))];
}

/** Drops words that run past a name's end (老栓候, 苏桃扒), stop short of it (单四嫂) or begin before it (回凤姐). */
function withoutFragments(
  names: readonly string[],
  candidates: readonly string[],
  tallies: ReadonlyMap<string, HeadTally>,
  counts: ReadonlyMap<string, WordCount>,
  known: ReadonlySet<string>,
): string[] {
  const heads = (name: string): number => tallies.get(name)?.heads ?? 0;
  const clean = (name: string): number => tallies.get(name)?.clean ?? 0;
  const longer = new Map<string, string[]>();
  for (const name of candidates) {
    for (let length = 2; length < name.length; length++) {
      const shorter = name.slice(0, length);
      longer.set(shorter, [...(longer.get(shorter) ?? []), name]);
    }
  }
  const all = (name: string): number => counts.get(name)?.all ?? 0;
  const stopsShort = (name: string): boolean => {
    const rivals = (longer.get(name) ?? []).filter((other) => clean(other) >= clean(name));
    return rivals.length > 0 && rivals.reduce((sum, other) => sum + all(other), 0) >= 0.6 * all(name);
  };
  const accepted = new Set(names.filter((name) => !stopsShort(name)));
  return [...accepted].filter((name) => {
    for (let length = 2; length < name.length; length++) {
      const shorter = name.slice(0, length);
      const rest = name.slice(length);
      if (rest === '儿' || TITLE_SET.has(rest)) continue;
      if (known.has(shorter)) return false;
      // The longer words stand only where the shorter ones do nearly every time.
      if (accepted.has(shorter) && all(name) < 0.7 * all(shorter)) return false;
      if (heads(shorter) >= 3 * heads(name) && heads(shorter) - heads(name) >= 2) return false;
    }
    // 回凤姐, 彼时黛玉: words before a far commoner name; 小丫头, 老太太 and 李纨 keep theirs.
    for (let from = 1; from <= name.length - 2; from++) {
      const inner = name.slice(from);
      const owns =
        (surnameLength(name) === from && !DOUBTFUL_SURNAMES.has(name.charAt(0))) ||
        /^[小老阿大二三四五六七八九十]/.test(name);
      if (!owns && (accepted.has(inner) || known.has(inner)) && heads(inner) >= 10 * heads(name))
        return false;
    }
    return true;
  });
}
