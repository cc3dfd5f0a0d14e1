import { collectBallots, firmSpeaker } from '../collect-ballots.ts';
import { chainMarginals } from '../chain.ts';
import type { ReadChapter, ReadQuote, Reading } from '../read-chapter.ts';
import { epithetFit } from './epithet.ts';
import type { Ballot, Ballots } from '../weigh.ts';

/** Candidate that means “nobody speaks this”. */
export const NOBODY_SPEAKS = -1;

/** Persons taken over from the rules; 匿名, 群体 and nobody come on top. */
const PERSONS = 8;

/** Somebody who may speak a line, with the rules' opinion. */
export interface Candidate {
  /** Key of the person, or NOBODY_SPEAKS. */
  person: number;
  /** The rules' evidence; null when they have none. */
  ballot: Ballot | null;
  /** For 匿名: the ballot of the described person whom it stands for (一个女声问). */
  described: Ballot | null;
}

/** A line to be ranked. */
export interface RankLine {
  chapter: ReadChapter;
  /** Index in the chapter's quotes. */
  index: number;
  read: ReadQuote;
  /** Speaker that a frame or a human names, per quote of the chapter. */
  firm: readonly (number | null)[];
  candidates: readonly Candidate[];
  /** The conversation goes on from the line before this one in the list. */
  joined: boolean;
  /** The rules take it for wording that nobody speaks. */
  setAside: boolean;
}

/** All lines of a reading: the conversation first, then the wording set aside, each of that on its own. */
export function rankLines(reading: Reading): RankLine[] {
  const lines = linesOf(reading.chapter, () => true);
  if (reading.aside === null) return lines;
  const apart = linesOf(reading.aside, (read) => reading.wording.has(read.placed.quote.lineId));
  return [...lines, ...apart.map((line) => ({ ...line, joined: false, setAside: true }))];
}

function linesOf(chapter: ReadChapter, wanted: (read: ReadQuote) => boolean): RankLine[] {
  const ballots = collectBallots(chapter);
  const frequent = frequentPeople(chapter);
  const firm = chapter.quotes.map(({ fixed }, i) => fixed ?? firmSpeaker(ballots[i]));
  return chapter.quotes.flatMap((read, index): RankLine[] => {
    const own = ballots[index];
    if (own === undefined || !wanted(read)) return [];
    const candidates = candidatesOf(chapter, read, own, frequent);
    return [{ chapter, index, read, firm, candidates, joined: read.link?.joined ?? false, setAside: false }];
  });
}

/** The people that a chapter speaks of most, in its narration and its quotes. */
function frequentPeople({ mentions, people }: ReadChapter): number[] {
  const counts = new Map<number, number>();
  for (const { code } of [...mentions.narrated, ...mentions.spoken.flat()]) {
    if (['named', 'narrator'].includes(people.get(code).kind)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, PERSONS)
    .map(([person]) => person);
}

/** People whose name ends like the description that a frame has for its subject (那孩子: 引路的孩子), two at most. */
function describedAs(chapter: ReadChapter, { before, leadIn, after }: ReadQuote): number[] {
  const { people, known } = chapter;
  const found: number[] = [];
  for (const frame of [before, leadIn, after]) {
    if ((frame?.subject?.code ?? -1) < known) continue;
    for (let person = 0; person < known && found.length < 2; person++)
      if (epithetFit(chapter, frame, person) >= 2 && people.get(person).kind === 'named') found.push(person);
  }
  return [...new Set(found)];
}

function candidatesOf(
  chapter: ReadChapter,
  read: ReadQuote,
  own: Ballots,
  frequent: readonly number[],
): Candidate[] {
  const { people, known } = chapter;
  const { fixed } = read;
  if (fixed !== null) return [{ person: fixed, ballot: own.byPerson.get(fixed) ?? null, described: null }];
  // A person known only by a phrase of the text is 匿名: listeners hear an unnamed voice.
  let described: Ballot | null = null;
  const persons: number[] = [];
  for (const person of own.strongest()) {
    const improvised = person >= known && people.get(person).roleId === null;
    if (improvised) described ??= own.byPerson.get(person) ?? null;
    else if (person !== people.group && person !== people.anonymous && persons.length < PERSONS)
      persons.push(person);
  }
  for (const person of describedAs(chapter, read)) if (!persons.includes(person)) persons.push(person);
  for (const person of frequent)
    if (persons.length < PERSONS && !persons.includes(person)) persons.push(person);
  return [
    ...persons.map((person) => ({ person, ballot: own.byPerson.get(person) ?? null, described: null })),
    { person: people.anonymous, ballot: own.byPerson.get(people.anonymous) ?? null, described },
    { person: people.group, ballot: own.byPerson.get(people.group) ?? null, described: null },
    { person: NOBODY_SPEAKS, ballot: null, described: null },
  ];
}

/** Weight that the rules give a candidate; nobody never has any. */
export function ruleWeight({ ballot, described }: Candidate): number {
  return Math.max(ballot?.weight ?? 0, described?.weight ?? 0);
}

/** Log weights of nobody for the rules, who decide about wording first. */
const CERTAIN = 30;
const NEVER = -2;

/** Probabilities of the candidates by the rules alone, conversation included. */
export function ruleChances(lines: readonly RankLine[]): number[][] {
  return chainMarginals(
    lines.map(({ candidates, read, joined, setAside }) => ({
      candidates: candidates.map(({ person }) => person),
      weights: candidates.map((one) =>
        one.person === NOBODY_SPEAKS ? (setAside ? CERTAIN : NEVER) : ruleWeight(one),
      ),
      joined,
      same: read.link?.same ?? 0,
      back: read.link?.back ?? 0,
    })),
  );
}
