import { hasNameShape, isPersonNoun, isTitled } from './discover-roster-shapes.ts';
import { DOUBTFUL_SURNAMES } from './discover-roster-words.ts';
import type { Layout } from './narration.ts';
import { sexOfName, surnameLength, TITLES } from './person-words.ts';
import { speechVerbEnding } from './speech-verbs.ts';
import type { DiscoveredName, Sex } from './types.ts';

const TITLE_SET = new Set(TITLES);
/** Short titles of work that only follow a surname. */
const WORK = /^(?:[总队哥姐局处导董工科]|科长|处长|主任|教练|法医|特助|工程师|师傅)$/;
/** Titles that a woman has from her husband, or that name somebody's kin: 王夫人 is not 王熙凤. */
const BY_MARRIAGE = /(?:家的|媳妇|夫人|太太|奶奶|[氏母父公翁妃嫂妈])$/;

/** Two who are told apart by age. */
const RIVAL: Readonly<Record<string, string>> = { 老: '小', 小: '老' };

interface Form {
  surname: string;
  /** What stands beside the surname: a title, or 老 and 小. */
  title: string;
}

/** Reads 顾主任, 老彭 and 贺导; null for everything else. */
function formOf(name: string): Form | null {
  if (/^[老小]/.test(name) && name.length === 2 && surnameLength(name.slice(1)) === 1)
    return { surname: name.slice(1), title: name.charAt(0) };
  const surname = surnameLength(name);
  const title = name.slice(surname);
  if (surname === 0 || !(TITLE_SET.has(title) || WORK.test(title)) || BY_MARRIAGE.test(name)) return null;
  return { surname: name.slice(0, surname), title };
}

/** The surname of a full name (彭守义), '' for everything else. */
function surnameOfFull(name: string): string {
  const length = surnameLength(name);
  if (
    length === 0 ||
    (name.length < 3 && DOUBTFUL_SURNAMES.has(name.charAt(0))) ||
    !hasNameShape(name) ||
    isTitled(name)
  )
    return '';
  const given = name.slice(length);
  return TITLE_SET.has(given) || WORK.test(given) || given === '姓' ? '' : name.slice(0, length);
}

/**
 * Joins entries that are one person although no name holds the other: 老彭 and 魏法医 the only 彭守义 and 魏琳, 阿野 the only
 * name in 野, 小丽丝 丽丝, 大夫 the only 林德大夫, 护士长 the name that follows it (护士长宋佩兰). Two who speak in turn, and a man
 * and a woman, stay two.
 */
export function joinPeople(
  found: readonly DiscoveredName[],
  layout: Layout,
  texts: readonly string[],
  known: ReadonlySet<string>,
): DiscoveredName[] {
  const claims = [...claimsByForm(found, known), ...claimsByNoun(found, texts, known)];
  if (claims.length === 0) return [...found];
  const apart = speakInTurn(layout, texts, claims);
  const owner = new Map<DiscoveredName, DiscoveredName>();
  const head = (one: DiscoveredName): DiscoveredName => {
    const next = owner.get(one);
    return next === undefined ? one : head(next);
  };
  const sexes = new Map<DiscoveredName, Sex>();
  const sexOf = (one: DiscoveredName): Sex => sexes.get(one) ?? one.sex;
  claims.forEach(([from, to], i) => {
    const [own, other] = [head(from), head(to)];
    if (apart.has(i) || own === other || owner.has(from) || !agrees(sexOf(own), sexOf(other))) return;
    owner.set(own, other);
    // 魏哥 and 魏姐 cannot both be 魏琳.
    sexes.set(other, sexOf(other) ?? sexOf(own));
  });
  const groups = new Map<DiscoveredName, DiscoveredName[]>();
  for (const one of found) groups.set(head(one), [...(groups.get(head(one)) ?? []), one]);
  return [...groups.values()].map((group) =>
    group.length === 1 ? (group[0] as DiscoveredName) : merge(group),
  );
}

type Claim = [from: DiscoveredName, to: DiscoveredName];

const namesOf = ({ name, aliases }: DiscoveredName): string[] => [name, ...aliases];

function claimsByForm(found: readonly DiscoveredName[], known: ReadonlySet<string>): Claim[] {
  const bearers = new Map<string, Set<DiscoveredName | null>>();
  const endings = new Map<string, Set<DiscoveredName | null>>();
  const byName = new Map<string, DiscoveredName>();
  const bear = (map: typeof bearers, key: string, who: DiscoveredName | null): void => {
    if (key !== '') map.set(key, (map.get(key) ?? new Set()).add(who));
  };
  const note = (name: string, who: DiscoveredName | null): void => {
    const surname = surnameOfFull(name);
    bear(bearers, surname, who);
    if (surname !== '') bear(endings, name.slice(-1), who);
  };
  for (const name of known) note(name, null);
  for (const one of found) {
    for (const name of namesOf(one)) {
      note(name, one);
      byName.set(name, one);
    }
  }
  const only = (map: typeof bearers, key: string): DiscoveredName | null => {
    const owners = map.get(key);
    return owners?.size === 1 ? ([...owners][0] ?? null) : null;
  };
  const forms = new Map<string, DiscoveredName[]>();
  for (const one of found) {
    const surname = formOf(one.name)?.surname;
    if (surname !== undefined) forms.set(surname, [...(forms.get(surname) ?? []), one]);
  }
  // 老郝 and 郝教练, when nobody has the full name and no third form is there.
  const otherForm = ({ surname, title }: Form): DiscoveredName | null => {
    const same = forms.get(surname) ?? [];
    return title !== '老' || same.length !== 2
      ? null
      : (same.find(({ name }) => !name.startsWith('老')) ?? null);
  };
  return found.flatMap((one): Claim[] => {
    const claims: Claim[] = [];
    for (const name of namesOf(one)) {
      const form = formOf(name);
      const rival = form === null ? undefined : RIVAL[form.title];
      // 老彭 and 小彭 are two, and nobody can tell which of them is 彭守义.
      if (form !== null && rival !== undefined && byName.has(rival + form.surname)) continue;
      const to =
        form !== null
          ? (only(bearers, form.surname) ?? (bearers.has(form.surname) ? null : otherForm(form)))
          : name.startsWith('阿') && name.length === 2
            ? only(endings, name.slice(1))
            : name.startsWith('小') && name.length >= 3
              ? (byName.get(name.slice(1)) ?? null)
              : null;
      if (to === null || to === one || !agrees(sexOfName(name), to.sex)) continue;
      claims.push([one, to]);
    }
    return claims;
  });
}

function agrees(a: Sex, b: Sex): boolean {
  return a === null || b === null || a === b;
}

/** 大夫 and the only 林德大夫; 护士长 and the only name right behind it. */
function claimsByNoun(
  found: readonly DiscoveredName[],
  texts: readonly string[],
  known: ReadonlySet<string>,
): Claim[] {
  const byName = new Map<string, DiscoveredName | null>();
  for (const name of known) byName.set(name, null);
  for (const one of found) for (const name of namesOf(one)) byName.set(name, one);
  const lengths = [...new Set([...byName.keys()].map((name) => name.length))].sort((a, b) => b - a);
  const nouns = new Map(
    found
      .filter(({ name }) => name.length >= 2 && isDescription(name))
      .map((one) => [one.name, one] as const),
  );
  if (nouns.size === 0) return [];
  const owners = new Map<DiscoveredName, Set<DiscoveredName | null>>();
  const followed = new Map<DiscoveredName, number>();
  const add = (noun: DiscoveredName, who: DiscoveredName | null): void => {
    if (noun !== who) owners.set(noun, (owners.get(noun) ?? new Set()).add(who));
  };
  for (const [name, who] of byName) {
    for (let from = 1; from <= name.length - 2; from++) {
      const noun = nouns.get(name.slice(from));
      const prefix = name.slice(0, from);
      if (noun !== undefined && TITLE_SET.has(noun.name))
        add(noun, surnameLength(prefix) === from || from > 1 ? who : null);
    }
  }
  const nounLengths = [...new Set([...nouns.keys()].map((noun) => noun.length))];
  const firsts = new Set([...nouns.keys()].map((noun) => noun.charAt(0)));
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      if (!firsts.has(text.charAt(at))) continue;
      for (const length of nounLengths) {
        const noun = nouns.get(text.slice(at, at + length));
        if (noun === undefined) continue;
        const end = at + length;
        const name = lengths.map((size) => text.slice(end, end + size)).find((word) => byName.has(word));
        if (name === undefined || isDescription(name)) continue;
        followed.set(noun, (followed.get(noun) ?? 0) + 1);
        add(noun, byName.get(name) ?? null);
      }
    }
  }
  return [...owners].flatMap(([noun, who]): Claim[] => {
    const [only = null] = who;
    // One 妖精大圣 among many 妖精 is chance.
    if ((followed.get(noun) ?? noun.mentions) * 6 < noun.mentions) return [];
    return who.size === 1 && only !== null ? [[noun, only]] : [];
  });
}

/** True for trades, kinship and looks without a proper name. */
function isDescription(name: string): boolean {
  if (isPersonNoun(name)) return true;
  if (surnameLength(name) > 0) return false;
  return (
    sexOfName(name) !== null ||
    TITLE_SET.has(name) ||
    /[员官长兵工]$/.test(name) ||
    /^[老女男胖瘦].{2}$/.test(name)
  );
}

/** Which claims are about two who open quoted paragraphs in turn: they talk to each other. */
function speakInTurn(layout: Layout, texts: readonly string[], claims: readonly Claim[]): Set<number> {
  const apart = new Set<number>();
  const byName = new Map<string, number[]>();
  claims.forEach((claim, i) => {
    for (const one of claim)
      for (const name of namesOf(one)) byName.set(name, [...(byName.get(name) ?? []), i]);
  });
  const lengths = [...new Set([...byName.keys()].map((name) => name.length))].sort((a, b) => b - a);
  let previous = new Map<number, string>();
  layout.gaps.forEach((gaps, p) => {
    if (gaps.length === 1) {
      previous = new Map();
      return;
    }
    const text = texts[p] ?? '';
    const here = new Map<number, string>();
    for (const gap of gaps) {
      const clause = gap.clauses[0];
      if (clause === undefined || speechVerbEnding(text, clause.from, clause.to) < 0) continue;
      const { from } = clause;
      const name = lengths.map((size) => text.slice(from, from + size)).find((word) => byName.has(word));
      for (const i of name === undefined ? [] : (byName.get(name) ?? []))
        if (name !== undefined) here.set(i, name);
    }
    for (const [i, name] of here) {
      const before = previous.get(i);
      const claim = claims[i];
      if (before === undefined || claim === undefined) continue;
      if (namesOf(claim[0]).includes(before) !== namesOf(claim[0]).includes(name)) apart.add(i);
    }
    previous = here;
  });
  return apart;
}

function merge(group: readonly DiscoveredName[]): DiscoveredName {
  const [first, ...rest] = [...group].sort((a, b) => b.mentions - a.mentions);
  const names = [...new Set([first, ...rest].flatMap((one) => (one === undefined ? [] : namesOf(one))))];
  return {
    name: names[0] ?? '',
    aliases: names.slice(1),
    sex: group.find(({ sex }) => sex !== null)?.sex ?? null,
    mentions: Math.max(...group.map(({ mentions }) => mentions)),
    speaks: group.reduce((sum, { speaks }) => sum + speaks, 0),
  };
}
