import type { Frame } from './frames.ts';
import { isPronoun, mentionIndex } from './mentions.ts';
import type { Mention, Mentions } from './mentions.ts';
import { SHE, THAT_ONE } from './people.ts';
import type { People, Person } from './people.ts';
import type { SuggestionRule } from './types.ts';

/** Why a person may speak a quote: log weight, the rule that gave most of it, and where it was read. */
export interface Ballot {
  weight: number;
  rule: SuggestionRule;
  best: number;
  evidence: Frame['evidence'] | null;
  /** The narration beside the quote has this person act, though not speak. */
  acts: boolean;
}

/** Log weights of the evidence; chosen on three stories of 呐喊 and to be replaced by a trained ranker. */
export const WEIGHTS = {
  speechBefore: 7.5,
  speechAfter: 6.5,
  earlierSentence: -2,
  colon: 5,
  mentionAfter: 4.5,
  leadsOn: 3.5,
  leadsOnTwice: 5.5,
  leadsOnLater: 1,
  beatBefore: 2,
  beatAfter: 1.6,
  beatAlone: 4,
  leadInBeat: 0.9,
  pronounRanks: [0, -2.4, -3.6],
  pronounOther: -4.5,
  addressee: -5,
  vocative: -5,
  namedInQuote: -1.2,
  called: 1.6,
  calledBefore: 1.1,
  company: 0.8,
  present: 2,
  presentElsewhere: 0.6,
  nearby: 0.8,
} as const;

const WINDOW_BACK = 40;
const WINDOW_AHEAD = 8;
const MAX_CANDIDATES = 8;

/** Collects the evidence for one quote. */
export class Ballots {
  readonly byPerson = new Map<number, Ballot>();

  /** Adds weight to a person; the largest single reason names the rule. */
  add(person: number, weight: number, rule: SuggestionRule, evidence: Frame['evidence'] | null): void {
    const ballot = this.byPerson.get(person) ?? {
      weight: 0,
      rule: 'nearest',
      best: 0,
      evidence: null,
      acts: false,
    };
    ballot.weight += weight;
    if (weight > ballot.best) {
      ballot.best = weight;
      ballot.rule = rule;
      ballot.evidence = evidence;
    }
    this.byPerson.set(person, ballot);
  }

  /** Notes that a person acts right beside the quote. */
  markActing(person: number): void {
    const ballot = this.byPerson.get(person);
    if (ballot !== undefined) ballot.acts = true;
  }

  /** The strongest persons, best first. */
  strongest(): number[] {
    return [...this.byPerson]
      .sort((a, b) => b[1].weight - a[1].weight || a[0] - b[0])
      .slice(0, MAX_CANDIDATES)
      .map(([person]) => person);
  }
}

/** People mentioned around a place, with a weight that fades with distance. */
export function addNearby(
  ballots: Ballots,
  narrated: readonly Mention[],
  index: number,
  people: People,
  paragraph: number,
): void {
  const salience = new Map<number, { sum: number; last: Mention }>();
  const from = Math.max(0, index - WINDOW_BACK);
  const to = Math.min(narrated.length, index + WINDOW_AHEAD);
  for (let i = from; i < to; i++) {
    const mention = narrated[i];
    if (mention === undefined) continue;
    const kind = people.get(mention.code).kind;
    if (kind === 'group' || kind === 'anonymous') continue;
    const steps = i < index ? index - 1 - i : (i - index + 1) * 2;
    const far = Math.abs(paragraph - mention.paragraph);
    if (far > 25) continue;
    const weight = (kind === 'narrator' ? 0.5 : 1) * (mention.subject ? 2 : 1) * 0.9 ** steps * 0.93 ** far;
    const entry = salience.get(mention.code);
    if (entry === undefined) salience.set(mention.code, { sum: weight, last: mention });
    else {
      entry.sum += weight;
      if (i < index) entry.last = mention;
    }
  }
  for (const [person, { sum, last }] of salience) {
    const evidence = { paragraph: last.paragraph, from: last.from, to: last.to };
    ballots.add(person, WEIGHTS.nearby * Math.log(1 + sum), 'nearest', evidence);
  }
}

/** Adds what a frame says about its subject and its addressees. */
export function addFrame(
  ballots: Ballots,
  frame: Frame,
  strength: number,
  people: People,
  mentions: Mentions,
  gendered: boolean,
): void {
  const weight =
    strength +
    (frame.distance > 0
      ? WEIGHTS.earlierSentence * Math.min(2, frame.distance) * (strength > 3 ? 1 : 0.3)
      : 0);
  for (const person of frame.addressees) ballots.add(person, WEIGHTS.addressee, 'nearest', null);
  const { subject } = frame;
  if (subject === null) return;
  const firm = frame.kind === 'speech' || frame.kind === 'colon' || frame.kind === 'mention';
  if (people.isRelative(subject.code)) {
    const sex = people.get(subject.code).sex;
    const kin = antecedents(subject, frame, people, mentions, gendered).find(
      (person) => sex !== null && people.get(person).sex === sex,
    );
    if (kin !== undefined && weight > 0) ballots.add(kin, weight * 0.9, 'pronoun', frame.evidence);
    if (weight > 0) ballots.add(subject.code, weight * 0.6, 'explicit', frame.evidence);
    return;
  }
  if (!isPronoun(subject)) {
    if (weight <= 0) return;
    const bearers = bearersOf(subject, people);
    for (const person of bearers) {
      const rule = firm && bearers.length === 1 ? 'explicit' : 'pronoun';
      ballots.add(person, weight + (bearers.length === 1 ? 0.5 : -0.5), rule, frame.evidence);
    }
    ballots.add(subject.code, weight, firm ? 'explicit' : 'nearest', frame.evidence);
    if (!firm && strength >= WEIGHTS.beatAlone) ballots.markActing(subject.code);
    return;
  }
  const order = antecedents(subject, frame, people, mentions, gendered);
  order.forEach((person, rank) => {
    const gain = weight - 0.8 + (WEIGHTS.pronounRanks[rank] ?? WEIGHTS.pronounOther);
    if (gain > 0) ballots.add(person, gain, 'pronoun', frame.evidence);
  });
}

/** Roles that a described subject (那孩子) may be; one who is brought on (一个孩子) is none of them. */
function bearersOf(subject: Mention, people: People): readonly number[] {
  const { name, roleId } = people.get(subject.code);
  return subject.described && roleId === null ? people.describedAs(name) : [];
}

/** Whom 他 or 她 may mean: people named before it, the most recent subject first. */
function antecedents(
  pronoun: Mention,
  frame: Frame,
  people: People,
  mentions: Mentions,
  gendered: boolean,
): number[] {
  const fits = (person: Person): boolean => {
    if (person.kind !== 'named' || person.key === pronoun.code || frame.addressees.includes(person.key))
      return false;
    if (pronoun.code === THAT_ONE || pronoun.code >= 0) return true;
    if (pronoun.code === SHE) return person.sex !== 'male';
    return !gendered || person.sex !== 'female';
  };
  // A subject stays in mind longer than an object named after it.
  const order = new Map<number, number>();
  const end = mentionIndex(mentions.narrated, pronoun.paragraph, pronoun.from);
  for (let i = end - 1; i >= 0 && i >= end - WINDOW_BACK; i--) {
    const mention = mentions.narrated[i];
    if (mention === undefined || pronoun.paragraph - mention.paragraph > 15) break;
    if (!fits(people.get(mention.code))) continue;
    const bonus = (mention.subject ? 2.5 : 0) + (pronoun.code === THAT_ONE && mention.described ? 20 : 0);
    const rank = end - 1 - i - bonus;
    if (rank < (order.get(mention.code) ?? Infinity)) order.set(mention.code, rank);
  }
  return [...order].sort((a, b) => a[1] - b[1]).map(([person]) => person);
}
