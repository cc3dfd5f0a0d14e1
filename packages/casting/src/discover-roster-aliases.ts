import type { WordCount } from './discover-roster-counts.ts';
import type { HeadTally } from './discover-roster-heads.ts';
import { isTitled } from './discover-roster-shapes.ts';
import { DOUBTFUL_SURNAMES } from './discover-roster-words.ts';
import { sexOfName, surnameLength, TITLES } from './person-words.ts';
import type { Layout } from './narration.ts';
import type { DiscoveredName, Sex } from './types.ts';

const TITLE_SET = new Set(TITLES);

const ADDRESS =
  /(?<=[“「『"，。！？、…—])(?:[老小阿]([\u4e00-\u9fff])|([\u4e00-\u9fff])(?:总|队|哥|姐|局|处|导|董|工|老师|先生|小姐|女士|经理|主任|队长|局长|警官|医生|大夫|律师|教授|老板|师兄|师姐|师弟|师妹|学长|学姐|公子|姑娘|兄|大人|将军|叔|姨|婶|伯))(?=[，。！？、…—啊呀好您])/g;

/** Surnames with a title or with 老, 小, 阿 that quotes hold (“顾总，…”): what people call each other. */
export function formsOfAddress(layout: Layout, texts: readonly string[]): Map<string, string> {
  const forms = new Map<string, string>();
  for (const { paragraph, quote } of layout.quotes) {
    const words = (texts[paragraph] ?? '').slice(quote.from, quote.to);
    for (const match of words.matchAll(ADDRESS)) {
      const surname = match[1] ?? match[2] ?? '';
      if (surnameLength(surname) === 1 && !DOUBTFUL_SURNAMES.has(surname)) forms.set(match[0], surname);
    }
  }
  return forms;
}

/**
 * Joins 顾总 and 小顾 to 顾明朝: the narration has one person of that surname only, and the form stands in speech alone.
 * Where the narration itself uses it, it may be the father or a namesake.
 */
export function joinForms(
  found: readonly DiscoveredName[],
  forms: ReadonlyMap<string, string>,
  counts: ReadonlyMap<string, WordCount>,
  known: ReadonlySet<string>,
): DiscoveredName[] {
  const surnameOf = (name: string): string => {
    if (isTitled(name)) return '';
    const at = /^[老小阿]/.test(name) && name.length === 2 ? 1 : 0;
    return surnameLength(name.slice(at)) === 1 ? name.charAt(at) : '';
  };
  const bearers = new Map<string, number>();
  for (const names of [
    ...found.map(({ name, aliases }) => [name, ...aliases]),
    ...[...known].map((one) => [one]),
  ]) {
    for (const surname of new Set(names.map(surnameOf)))
      bearers.set(surname, (bearers.get(surname) ?? 0) + 1);
  }
  const bySurname = new Map<string, string[]>();
  for (const [form, surname] of forms) {
    if (bearers.get(surname) === 1 && counts.get(form)?.narrated === 0)
      bySurname.set(surname, [...(bySurname.get(surname) ?? []), form]);
  }
  return found.map((person) => {
    const names = [person.name, ...person.aliases];
    const more = [...new Set(names.map(surnameOf))]
      .flatMap((surname) => (surname === '' ? [] : (bySurname.get(surname) ?? [])))
      .filter((form) => !names.includes(form));
    if (more.length === 0) return person;
    return {
      ...person,
      aliases: [...person.aliases, ...more],
      sex: person.sex ?? sexOf(more, counts, false),
    };
  });
}

/** Makes people of names: 宝玉 joins 贾宝玉, 七斤嫂 joins 七斤嫂子 when exactly one longer name can own the shorter. */
export function groupAliases(
  names: readonly string[],
  counts: ReadonlyMap<string, WordCount>,
  tallies: ReadonlyMap<string, HeadTally>,
  known: ReadonlySet<string>,
): DiscoveredName[] {
  const owners = new Map<string, string[]>();
  const claim = (short: string, long: string): void => {
    if (short !== long && short.length >= 2) owners.set(short, [...(owners.get(short) ?? []), long]);
  };
  for (const long of [...names, ...known]) {
    const surname = surnameLength(long);
    if (surname > 0 && long.length >= 3 && !TITLE_SET.has(long.slice(surname)))
      claim(long.slice(surname), long);
    if (long.endsWith('嫂子')) claim(long.slice(0, -1), long);
    if (long.endsWith('儿') && long.length >= 3) claim(long.slice(0, -1), long);
    for (const part of long.includes('·') ? long.split('·') : []) claim(part, long);
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
  const gendered = [...counts.values()].some((count) => count.she > 0);
  const all = (name: string): number => counts.get(name)?.all ?? 0;
  return names.flatMap((name): DiscoveredName[] => {
    if (isAlias.has(name)) return [];
    const own = [name, ...(grouped.get(name) ?? [])];
    const full = own.length === 1 ? fullName(name, counts.get(name)) : null;
    if (full !== null && !accepted.has(full) && !known.has(full)) own.push(full);
    // A full name holds its given name, whose own occurrences are the rest.
    const alone = (one: string): number =>
      all(one) - own.reduce((sum, other) => sum + (other !== one && other.includes(one) ? all(other) : 0), 0);
    own.sort((a, b) => alone(b) - alone(a) || a.length - b.length);
    const mentions = Math.max(...own.map(all));
    const speaks = own.reduce((sum, one) => sum + (tallies.get(one)?.speaks ?? 0), 0);
    if (mentions === 0) return [];
    return [
      { name: own[0] ?? name, aliases: own.slice(1), sex: sexOf(own, counts, gendered), mentions, speaks },
    ];
  });
}

/** 黛玉 is 林黛玉 when that surname stands before it often enough and no other does. */
function fullName(name: string, count: WordCount | undefined): string | null {
  if (count === undefined || name.length !== 2 || TITLE_SET.has(name)) return null;
  const surnames = [...count.before].filter(
    ([char, times]) => times >= 2 && surnameLength(char) === 1 && !DOUBTFUL_SURNAMES.has(char),
  );
  const only = surnames[0];
  if (only === undefined || surnames.length > 1 || only[1] * 50 < count.all) return null;
  return surnameLength(name) > 0 && only[1] * 5 < count.all ? null : only[0] + name;
}

/** From a title or kinship word, else from the pronouns that follow the name. */
function sexOf(names: readonly string[], counts: ReadonlyMap<string, WordCount>, gendered: boolean): Sex {
  for (const name of names) {
    const sex = sexOfName(name);
    if (sex !== null) return sex;
  }
  let he = 0;
  let she = 0;
  for (const name of names) {
    he += counts.get(name)?.he ?? 0;
    she += counts.get(name)?.she ?? 0;
  }
  // Old texts write 他 for women too, so that only 她 tells by itself.
  if (she >= 2 && she >= 2 * he) return 'female';
  return gendered && he >= 3 && he >= 4 * she ? 'male' : null;
}
