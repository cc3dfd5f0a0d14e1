import { createNameMatcher } from './name-matcher.ts';
import type { NameMatcher } from './name-matcher.ts';
import {
  ANONYMOUS_ROLE_NAMES,
  ANONYMOUS_WORDS,
  GROUP_ROLE_NAMES,
  GROUP_WORDS,
  surnameLength,
} from './person-words.ts';
import type { DiscoveredName, RosterEntry, Sex } from './types.ts';

/** Someone who may speak: a role, a discovered name, the narrator, a group, or an unnamed voice. */
export interface Person {
  key: number;
  roleId: string | null;
  name: string;
  sex: Sex;
  kind: 'named' | 'narrator' | 'group' | 'anonymous';
}

/** Codes of words that refer to a person only through the context. */
export const HE = -1;
export const SHE = -2;
/** 那人 and its like: somebody described before without a name. */
export const THAT_ONE = -3;
/** A word that hides the names and pronouns inside it (其他, 我们). */
const NOBODY = -4;

const HIDING = [
  '其他',
  '其它',
  '他人',
  '他日',
  '他乡',
  '他处',
  '我们',
  '我家',
  '自我',
  '他妈的',
  '他娘的',
  '没有人',
  '没人',
  '无人',
  '叫有人',
  '伊拉克',
  '伊朗',
  '伊始',
  '木乃伊',
];

/** All people of a chapter with the matcher that finds their names. */
export class People {
  readonly list: Person[] = [];
  readonly matcher: NameMatcher;
  readonly group: number;
  readonly anonymous: number;
  readonly narrator: number;
  /** Exact names known to the matcher. */
  readonly names: ReadonlyMap<string, number>;
  private readonly improvised = new Map<string, number>();
  private readonly relatives = new Set<number>();
  private readonly byRole = new Map<string, number>();
  private readonly bearers = new Map<string, readonly number[]>();

  constructor(roster: readonly RosterEntry[], discovered: readonly DiscoveredName[]) {
    const patterns = new Map<string, number>();
    const roleNamed = (names: readonly string[]): RosterEntry | undefined =>
      roster.find((entry) => entry.names.some((name) => names.includes(name)));
    const groupRole = roleNamed(GROUP_ROLE_NAMES);
    const anonymousRole = roleNamed(ANONYMOUS_ROLE_NAMES);
    const narratorRole = roleNamed(['我']);
    this.group = this.add(groupRole ?? null, '群体', null, 'group');
    this.anonymous = this.add(anonymousRole ?? null, '匿名', null, 'anonymous');
    const teller =
      narratorRole === undefined ? discovered.find(({ aliases }) => aliases.includes('我')) : undefined;
    this.narrator = this.add(
      narratorRole ?? null,
      teller?.name ?? '我',
      narratorRole?.sex ?? teller?.sex ?? null,
      'narrator',
    );

    for (const word of HIDING) patterns.set(word, NOBODY);
    for (const word of GROUP_WORDS) patterns.set(word, this.group);
    for (const word of ANONYMOUS_WORDS) patterns.set(word, this.anonymous);
    for (const word of ['它', '那人', '这人', '那个人', '这个人']) patterns.set(word, THAT_ONE);
    patterns.set('他', HE).set('她', SHE).set('伊', SHE).set('我', this.narrator);
    for (const found of discovered) {
      if (found.name.length === 0 || found.name === '我') continue;
      const key = found === teller ? this.narrator : this.add(null, found.name, found.sex, 'named');
      for (const name of [found.name, ...found.aliases]) if (isUsable(name)) patterns.set(name, key);
    }
    const implicit = new Map<string, number | null>();
    for (const entry of roster) {
      const key = this.byRole.get(entry.roleId) ?? this.add(entry, entry.names[0] ?? '', entry.sex, 'named');
      for (const name of entry.names) {
        if (!isUsable(name)) continue;
        patterns.set(name, key);
        const given = givenName(name);
        if (given !== null)
          implicit.set(given, implicit.has(given) && implicit.get(given) !== key ? null : key);
      }
    }
    for (const [given, key] of implicit) {
      const owner = patterns.get(given);
      const ofRole = owner !== undefined && (this.list[owner]?.roleId ?? null) !== null;
      if (key !== null && !ofRole) patterns.set(given, key);
    }
    this.names = patterns;
    this.matcher = createNameMatcher(patterns);
  }

  /** The person behind a role id, or null when the roster does not have it. */
  ofRole(roleId: string): number | null {
    return this.byRole.get(roleId) ?? null;
  }

  /** A person for a role id that a human used although the roster lacks it. */
  addRole(roleId: string): number {
    return this.ofRole(roleId) ?? this.add({ roleId, names: [], sex: null }, '', null, 'named');
  }

  /** A person known only by a phrase of the text (花白胡子的人). */
  improvise(name: string, sex: Sex): number {
    const known = this.names.get(name) ?? this.improvised.get(name);
    if (known !== undefined && known >= 0) return known;
    const key = this.add(null, name, sex, 'named');
    this.improvised.set(name, key);
    return key;
  }

  /** Roles whose name is a description that ends in the phrase (孩子: 引路的孩子, 老头子: 光头的老头子). */
  describedAs(phrase: string): readonly number[] {
    let found = this.bearers.get(phrase);
    if (found === undefined) {
      found = phrase.length < 2 ? [] : this.rolesDescribed(phrase);
      this.bearers.set(phrase, found);
    }
    return found;
  }

  private rolesDescribed(phrase: string): number[] {
    return this.list
      .filter(
        ({ roleId, kind, name }) =>
          roleId !== null &&
          kind === 'named' &&
          ['', '子', '儿'].some((ending) => name.endsWith(phrase + ending)) &&
          (name.includes('的') ||
            (surnameLength(name) === 0 && name.length <= phrase.length + LONGEST_EPITHET)),
      )
      .map(({ key }) => key);
  }

  /** A person known only as somebody's kin (他的母亲); may turn out to be a named one of that sex. */
  improviseRelative(name: string, sex: Sex): number {
    const key = this.improvise(name, sex);
    if (this.improvised.get(name) === key) this.relatives.add(key);
    return key;
  }

  isRelative(key: number): boolean {
    return this.relatives.has(key);
  }

  get(key: number): Person {
    const person = this.list[key];
    if (person === undefined) throw new RangeError(`No person ${key}.`);
    return person;
  }

  private add(role: RosterEntry | null, name: string, sex: Sex, kind: Person['kind']): number {
    const key = this.list.length;
    const roleId = role?.roleId ?? null;
    this.list.push({ key, roleId, name: role?.names[0] ?? name, sex, kind });
    if (roleId !== null && !this.byRole.has(roleId)) this.byRole.set(roleId, key);
    return key;
  }
}

/** One character is too common to be found as a name, unless it is a full-width letter (Ｎ). */
function isUsable(name: string): boolean {
  return name.length > 1 || /[Ａ-Ｚ]/.test(name);
}

/** Characters before the noun of a name without 的 (红衣少女, 小尼姑); longer ones are somebody's kin (玉柱儿媳妇). */
const LONGEST_EPITHET = 2;

/** Nouns that many people are called by: 凤丫头 is not the only 丫头. */
const COMMON_NOUNS = new Set('丫头 丫鬟 孩子 小子 姑娘 女人 男人 妇人 家伙 哥儿 姐儿'.split(' '));

/** 贾宝玉 → 宝玉, 赵七爷 → 七爷; null when the name has no surname or too little would be left. */
export function givenName(name: string): string | null {
  const length = surnameLength(name);
  const given = name.slice(length);
  if (COMMON_NOUNS.has(given)) return null;
  return length > 0 && given.length === 2 ? given : null;
}
