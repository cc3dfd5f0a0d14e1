import type { Clause } from './clauses.ts';
import { ADDRESSING, OPENERS } from './function-words.ts';
import { nameHead } from './name-heads.ts';
import { mentionIndex } from './mentions.ts';
import type { Mention, Mentions } from './mentions.ts';
import type { Gap, PlacedQuote } from './narration.ts';
import { HE, SHE } from './people.ts';
import type { People } from './people.ts';
import { PERSON_NOUNS, sexOfName } from './person-words.ts';
import { isPlural, opensWithCrowd } from './plural-subjects.ts';
import { speechVerbEnding, speechVerbInside } from './speech-verbs.ts';
import { ELSEWHERE, UNSEEN, VOICED } from './voices.ts';

/** Clauses looked back over for a subject: beyond any sentence of a novel, short of hostile text. */
const FARTHEST_CLAUSE = 60;

/** How firmly a piece of narration ties its subject to a quote. */
export type FrameKind = 'speech' | 'colon' | 'mention' | 'beat';

/** The narration beside a quote, read as “who does what”. */
export interface Frame {
  kind: FrameKind;
  /** Subject as a mention; null when the narration names none (又说道). */
  subject: Mention | null;
  /** Sentences between the subject and the quote; 0 = the same sentence. */
  distance: number;
  addressees: readonly number[];
  /** Others named in the same sentence: likely to answer. */
  company: readonly number[];
  evidence: { paragraph: number; from: number; to: number };
}

/** Reads narration next to quotes; bound to one chapter's text, people and mentions. */
export interface FrameReader {
  /** Narration that leads up to a quote; `gap` may end the previous paragraph. */
  before(gap: Gap): Frame | null;
  /** Narration that follows a quote. */
  after(gap: Gap): Frame | null;
}

/** Creates a reader over a chapter's text; `gendered` says that 他 is never a woman in it. */
export function createFrameReader(
  texts: readonly string[],
  people: People,
  mentions: Mentions,
  gendered: boolean,
): FrameReader {
  const textOf = (gap: Gap): string => texts[gap.paragraph] ?? '';

  const within = (gap: Gap, clause: Clause, until: number): Mention[] => {
    const own = mentions.inGap(gap);
    const end = Math.min(clause.to, until);
    const found: Mention[] = [];
    for (let i = mentionIndex(own, gap.paragraph, clause.from); i < own.length; i++) {
      const mention = own[i];
      if (mention === undefined || mention.to > end) break;
      found.push(mention);
    }
    return found;
  };

  /** Subject of the clause that holds the verb: its leading name, else the free mention nearest to the verb. */
  const verbSubject = (gap: Gap, clause: Clause, verb: number, addressees: number[]): Mention | null => {
    const text = textOf(gap);
    const own = within(gap, clause, verb);
    for (const mention of own) {
      if (mention.governed && mention.code >= 0 && ADDRESSING.has(text.charAt(mention.from - 1)))
        addressees.push(mention.code);
    }
    const last = own.at(-1);
    if (last !== undefined && isPresented(text, clause, last, verb)) return last;
    const leading = own.find((m) => leads(text, clause, m));
    if (leading === undefined && opensWithCrowd(text, clause)) return describedGroup(gap, clause);
    const free = leading ?? own.findLast((m) => !m.governed && !m.possessive);
    if (leading === undefined && free !== undefined) {
      // 巡警走近我说: who opens the clause, not whom he meets.
      const described = describedPerson(gap, clause, free.from);
      if (described !== null && described.to < free.from) return described;
    }
    // 他的母亲说: his, whoever else is called 母亲.
    const his = own.find((m) => m.possessive && m.code < 0 && m.to + 1 === free?.from);
    const kin = his === undefined ? null : relative(gap, his, verb);
    if (kin !== null) return kin;
    if (free !== undefined) return orGroup(gap, clause, free);
    const owner = own.findLast((m) => !m.governed);
    if (owner !== undefined) return relative(gap, owner, verb) ?? owner;
    if (ELSEWHERE.test(text.slice(clause.from, verb))) return unnamed(gap, clause.from, verb);
    return describedPerson(gap, clause, verb);
  };

  /** A subject that no list knows (主人问): the words of the verb's clause up to the first that no name holds. */
  const unknownPerson = (gap: Gap, clause: Clause, verb: number): Mention | null => {
    const text = textOf(gap);
    const from = clause.from + openerLength(text.slice(clause.from, verb));
    const name = nameHead(text, from, verb);
    if (
      name === null ||
      name.length > 3 ||
      from + name.length > verb ||
      /^一[面边]/.test(text.slice(clause.from, from)) ||
      /^一|.[里中上下外内起来去出过]/.test(name)
    )
      return null;
    const code = people.improvise(name, sexOfName(name));
    return {
      paragraph: gap.paragraph,
      from,
      to: from + name.length,
      code,
      governed: false,
      possessive: false,
      subject: true,
      described: false,
    };
  };

  /** 听见紫鹃叫道, 见凤姐走来道, 被王夫人喝道: the object of the first verb is who speaks; 见宝玉便问 is not. */
  const isPresented = (text: string, clause: Clause, mention: Mention, verb: number): boolean => {
    if (verb - mention.to > 10 || mention.possessive) return false;
    const lead = text.slice(clause.from, mention.from);
    const between = text.slice(mention.to, verb);
    if (lead.endsWith('被')) return between.length <= 3;
    if (/[来去往拜会求参进接召]见$/.test(lead)) return false;
    return /(?:[听看瞧]见|听得|听到|听|见)$/.test(lead) && !/[便就忙遂即因了着过]|不禁|不由/.test(between);
  };

  const leads = (text: string, clause: Clause, mention: Mention): boolean =>
    !mention.governed &&
    !mention.possessive &&
    mention.from - clause.from <= openerLength(text.slice(clause.from, mention.from + 1));

  const clauseSubject = (gap: Gap, clause: Clause): Mention | null => {
    const text = textOf(gap);
    const own = within(gap, clause, clause.to);
    const leading = own.find((m) => leads(text, clause, m));
    if (leading !== undefined) return orGroup(gap, clause, leading);
    if (opensWithCrowd(text, clause)) return describedGroup(gap, clause);
    if (/的人[都便也]/.test(text.slice(clause.from, clause.to))) return describedGroup(gap, clause);
    const owner = own.find((m) => !m.governed);
    if (owner?.possessive === true) {
      const kin = relative(gap, owner, clause.to);
      // 伊的儿媳七斤嫂子: the name right behind the kinship says who it is.
      const apposed = kin === null ? undefined : own.find((m) => m.from === kin.to);
      if (kin !== null) return apposed ?? kin;
    }
    return (
      own.find((m) => !m.governed && !m.possessive) ??
      (/^(?:[一那这另][个位名]|那|这)/.test(text.slice(clause.from, clause.to))
        ? describedPerson(gap, clause, clause.to)
        : null) ??
      owner ??
      null
    );
  };

  /** 坐着吃饭的人都…: whoever is there. */
  const describedGroup = (gap: Gap, { from, to }: Clause): Mention => ({
    ...unnamed(gap, from, to),
    code: people.group,
    described: true,
  });

  /** The subject itself, or a group that it opens (尤氏等). */
  const orGroup = (gap: Gap, clause: Clause, subject: Mention): Mention =>
    isPlural(textOf(gap), clause, subject, within(gap, clause, clause.to))
      ? { ...describedGroup(gap, clause), from: subject.from, to: subject.to }
      : subject;

  /** Whom an existential sentence brings on: 突然闯进了一个满脸横肉的人. */
  const introduced = (gap: Gap, clause: Clause): Mention | null => {
    const text = textOf(gap);
    const found = /(?:来|进|出|站|坐|走|有|闯|跑|见)(?:了|着|过)?一[个位名]/.exec(
      text.slice(clause.from, clause.to),
    );
    if (found === null) return null;
    const from = clause.from + found.index + found[0].length;
    const named = within(gap, clause, clause.to).find((m) => m.from >= from && m.code >= 0);
    return named ?? describedPerson(gap, { ...clause, from: from - 2 }, clause.to);
  };

  /** 七斤的女人 → a person of its own; 他的声音 → null, so that the owner stays the subject. */
  const relative = (gap: Gap, owner: Mention, until: number): Mention | null => {
    const text = textOf(gap);
    const from = owner.to + 1;
    const noun = PERSON_NOUNS.find(
      (word) => word.length > 1 && text.startsWith(word, from) && from + word.length <= until,
    );
    if (noun === undefined) return null;
    const to = from + noun.length;
    const name = owner.code === people.narrator ? noun : text.slice(owner.from, to);
    const code = people.improviseRelative(name, sexOfName(noun));
    return { ...owner, to, code, possessive: false, subject: true };
  };

  const unnamed = (gap: Gap, from: number, to: number): Mention => ({
    paragraph: gap.paragraph,
    from,
    to,
    code: people.anonymous,
    governed: false,
    possessive: false,
    subject: true,
    described: false,
  });

  /** An unnamed person described at the head of the clause: 一个花白胡子的人, 那老女人. */
  const describedPerson = (gap: Gap, clause: Clause, until: number): Mention | null => {
    const text = textOf(gap);
    const end = Math.min(clause.to, until, clause.from + 24);
    const head = text.slice(clause.from, end);
    const counted = /(?:[一那这另][个位名]|[那这])/.exec(head);
    const start = clause.from + (counted === null ? openerLength(head) : counted.index + counted[0].length);
    const phrase = text.slice(start, end);
    // 一个道, 人回: a speaker without any description.
    if (phrase === '' || (counted === null && phrase === '人')) {
      return counted === null && phrase === '' ? null : unnamed(gap, clause.from, end);
    }
    let best: { from: number; to: number } | null = null;
    for (const noun of PERSON_NOUNS) {
      const at = phrase.indexOf(noun);
      if (at < 0 || at > (counted === null ? 0 : 10)) continue;
      if (noun === '人' && counted === null) continue;
      if (best === null || at + noun.length > best.to) best = { from: at, to: at + noun.length };
    }
    if (best === null) return null;
    const to = start + best.to;
    const name = text.slice(start, to);
    const bare = name === '人' || name === '家伙';
    return {
      paragraph: gap.paragraph,
      from: start,
      to,
      code: bare ? people.anonymous : people.improvise(name, sexOfName(name)),
      governed: false,
      possessive: false,
      subject: true,
      described: counted === null || !/^[一另]/.test(counted[0]),
    };
  };

  const before = (gap: Gap): Frame | null => {
    const text = textOf(gap);
    const last = gap.clauses.at(-1);
    if (last === undefined) return null;
    const tail = text.slice(last.to, gap.to).replace(/[\s　]/g, '');
    const closed = /[。！？!?…]/.test(tail);
    const colon = /[：:]$/.test(tail);
    const verb = closed ? -1 : speechVerbEnding(text, last.from, last.to);
    const addressees: number[] = [];
    const unseen = verb < 0 && UNSEEN.test(text.slice(last.from, last.to));
    let subject =
      verb >= 0
        ? verbSubject(gap, last, verb, addressees)
        : unseen && colon
          ? unnamed(gap, last.from, last.to)
          : null;
    let distance = 0;
    let fallback: Mention | null = null;
    for (let i = gap.clauses.length - (verb >= 0 ? 2 : 1); subject === null && i >= 0; i--) {
      const clause = gap.clauses[i];
      if (clause === undefined) break;
      distance = last.sentence - clause.sentence;
      if (distance > 3 || gap.clauses.length - i > FARTHEST_CLAUSE) break;
      subject = distance > 0 ? introduced(gap, clause) : null;
      if (subject !== null) break;
      const found = clauseSubject(gap, clause);
      const opensSentence = gap.clauses[i - 1]?.sentence !== clause.sentence;
      if (found !== null && (opensSentence || leads(text, clause, found))) subject = found;
      else if (opensSentence) subject = found ?? fallback;
      else fallback = found ?? fallback;
    }
    subject ??= fallback;
    const opensSentence = gap.clauses.at(-2)?.sentence !== last.sentence;
    if (verb >= 0 && opensSentence && (subject === null || distance > 0)) {
      const unknown = unknownPerson(gap, last, verb);
      if (unknown !== null) {
        subject = unknown;
        distance = 0;
      }
    }
    if (verb >= 0 && subject !== null) subject = speakerToOtherSex(gap, last, verb, subject) ?? subject;
    const kind: FrameKind = verb >= 0 ? 'speech' : colon ? 'colon' : 'beat';
    if (subject === null && kind === 'beat') return null;
    const company = companyOf(gap, last.sentence, subject);
    return { kind, subject, distance, addressees, company, evidence: evidenceOf(gap, subject, last) };
  };

  const after = (gap: Gap): Frame | null => {
    const text = textOf(gap);
    const first = gap.clauses[0];
    if (first === undefined) return null;
    const addressees: number[] = [];
    const sentence = gap.clauses.filter((c) => c.sentence === 0).slice(0, 4);
    let kind: FrameKind = 'beat';
    let verbClause: Clause = first;
    let verb = -1;
    for (const clause of sentence) {
      verb = speechVerbEnding(text, clause.from, clause.to);
      if (verb < 0 && clause === first) verb = speechVerbInside(text, clause.from, clause.to);
      if (verb >= 0) {
        kind = 'speech';
        verbClause = clause;
        break;
      }
    }
    if (kind === 'beat') {
      const voiced = sentence.find((clause) => VOICED.test(text.slice(clause.from, clause.to)));
      if (voiced !== undefined) {
        kind = 'speech';
        verbClause = voiced;
        verb = voiced.to;
      }
    }
    let subject = kind === 'speech' ? verbSubject(gap, verbClause, verb, addressees) : null;
    if (verbClause !== first || subject === null) {
      subject = clauseSubject(gap, first) ?? describedPerson(gap, first, first.to) ?? subject;
    }
    // 一种尖利的怪声大叫起来: a voice, whoever it belongs to.
    if (subject === null && /^[一那][个种阵声].*声/.test(text.slice(first.from, first.to)))
      subject = unnamed(gap, first.from, first.to);
    if (subject !== null && kind === 'beat' && /的声音|^这是|^是|怪声/.test(text.slice(first.from, first.to)))
      kind = 'mention';
    if (subject === null && kind === 'beat') return null;
    const company = companyOf(gap, 0, subject);
    return {
      kind,
      subject,
      distance: 0,
      addressees,
      company,
      evidence: evidenceOf(gap, subject, verbClause),
    };
  };

  const companyOf = (gap: Gap, sentence: number, subject: Mention | null): number[] => {
    const inSentence = gap.clauses.filter((clause) => clause.sentence === sentence);
    const from = inSentence[0]?.from ?? gap.to;
    const to = inSentence.at(-1)?.to ?? gap.to;
    const others = mentions
      .inGap(gap)
      .filter((m) => m.from >= from && m.to <= to && m.code >= 0 && m.code !== subject?.code);
    return [...new Set(others.map((m) => m.code))];
  };

  /**
   * 七斤回家，看见他的女人…，问他说: the one asked is a man, so it is 七斤, and the woman named after him speaks.
   */
  const speakerToOtherSex = (gap: Gap, clause: Clause, verb: number, subject: Mention): Mention | null => {
    if (!gendered || subject.code < 0) return null;
    const text = textOf(gap);
    const pronoun = within(gap, clause, verb).find(
      (m) => m.governed && m.code < 0 && ADDRESSING.has(text.charAt(m.from - 1)),
    );
    const sex = pronoun?.code === HE ? 'male' : pronoun?.code === SHE ? 'female' : null;
    if (sex === null || people.get(subject.code).sex !== sex) return null;
    const start = gap.clauses.find((c) => c.sentence === clause.sentence)?.from ?? clause.from;
    for (const mention of mentions
      .inGap(gap)
      .filter((m) => m.from >= Math.max(start, subject.to) && m.to < clause.from)) {
      const other = mention.possessive ? relative(gap, mention, clause.from) : mention;
      const otherSex = other === null || other.code < 0 ? null : people.get(other.code).sex;
      if (other !== null && otherSex !== null && otherSex !== sex) return other;
    }
    return null;
  };

  return { before, after };
}

function evidenceOf(gap: Gap, subject: Mention | null, clause: Clause): Frame['evidence'] {
  const from = subject === null ? clause.from : Math.min(subject.from, clause.from);
  return { paragraph: gap.paragraph, from, to: Math.max(clause.to, subject?.to ?? 0) };
}

function openerLength(head: string): number {
  let length = 0;
  for (let found = true; found;) {
    const opener = OPENERS.find((word) => head.startsWith(word, length));
    found = opener !== undefined;
    length += opener?.length ?? 0;
  }
  return length;
}

/** Narration that can frame a quote from the paragraph before it: only when nothing else precedes the quote. */
export function leadIn(quote: PlacedQuote, gaps: readonly (readonly Gap[])[]): Gap | null {
  if (!quote.before.empty || !quote.firstInParagraph) return null;
  for (let p = quote.paragraph - 1; p >= 0 && p >= quote.paragraph - 2; p--) {
    const last = gaps[p]?.at(-1);
    if (last === undefined) return null;
    if (!last.empty) return last;
    if ((gaps[p]?.length ?? 0) > 1) return null;
  }
  return null;
}
