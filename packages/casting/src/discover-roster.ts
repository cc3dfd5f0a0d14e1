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
import { DOUBTFUL_SURNAMES } from './discover-roster-words.ts';
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
  const counts = countWords(
    layout,
    texts,
    [...plausible, ...rare, ...rare.map((name) => name.slice(0, -1)), ...forms.keys(), ...knownNames],
    sure,
  );
  const particular = [
    ...plausible.filter((name) => isParticular(name, byWords.get(name), counts.get(name))),
    ...rare.filter((name) => isKnownElsewhere(name, byWords.get(name) ?? NO_TALLY, counts)),
  ];
  const whole = withoutFragments(particular, [...plausible, ...rare], byWords, counts, knownNames);
  const people = groupAliases(whole, counts, byWords, knownNames);
  const found = joinForms(people, forms, counts, knownNames);
  if (narratorHeads >= 3 && !knownNames.has('我')) {
    found.push({ name: '我', aliases: [], sex: null, mentions: narratorHeads, speaks: narratorSpeaks });
  }
  return found.sort((a, b) => score(b) - score(a) || (a.name < b.name ? -1 : 1));
}

function score(found: DiscoveredName): number {
  return found.speaks * 4 + Math.sqrt(found.mentions);
}

/**
 * Whether the whole book bears a name out. 母亲 is one person, but 丫头 is many when it is mostly 小丫头, 一个丫头 or 丫头们.
 * Words without the shape of a name must not be verbs (宝玉点头), and speak now and then if they are common.
 */
function isParticular(name: string, tally: HeadTally | undefined, count: WordCount | undefined): boolean {
  if (count === undefined || tally === undefined) return false;
  if (isGeneral(name) && count.general * 3 > count.all) return false;
  if (count.all === 1 && name.length > 3 && surnameLength(name) === 0 && isTitled(name)) return false;
  if (hasNameShape(name)) return true;
  if (count.afterPerson * 10 >= Math.max(10, count.narrated)) return false;
  return tally.speaks + tally.direct >= (count.all - 10) / 40;
}

const NO_TALLY: HeadTally = { heads: 0, clean: 0, speaks: 0, direct: 0, beats: 0, acts: 0, followers: '' };

/** Words that come again, not after the same character each time, and that are not the start of many other words. */
function isKnownElsewhere(name: string, tally: HeadTally, counts: ReadonlyMap<string, WordCount>): boolean {
  const count = counts.get(name);
  if (count === undefined || !isParticular(name, tally, count)) return false;
  const least = isTitled(name) || isPersonNoun(name) ? 2 : DOUBTFUL_SURNAMES.has(name.charAt(0)) ? 4 : 3;
  if (count.all < least || count.narrated === 0) return false;
  if (name.length === 2 && count.before.size < 2) return false;
  // 姑娘 and 二爷 are what everybody calls somebody, unless the narration has one such person act.
  if (surnameLength(name) === 0 && (isPersonNoun(name) || isTitled(name)) && tally.heads * 12 < count.all)
    return false;
  const stem = surnameLength(name) > 0 && name.length === 3 ? (counts.get(name.slice(0, -1))?.all ?? 0) : 0;
  // 林禾扶 runs on into a verb; 莫长风 shares its start with 莫长云.
  return count.all >= (holdsVerb(name) ? 0.6 : 0.2) * stem;
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
