import type { Frame } from '../frames.ts';
import { HE, SHE } from '../people.ts';
import type { ReadChapter } from '../read-chapter.ts';
import { addFrame, Ballots } from '../weigh.ts';
import { epithetFit } from './epithet.ts';
import { NOBODY_SPEAKS, ruleWeight } from './lines.ts';
import type { Candidate, RankLine } from './lines.ts';
import { NO_TRACE, tracesAround } from './mention-traces.ts';
import type { Trace } from './mention-traces.ts';
import { voiceFit } from './voice-features.ts';
import type { Voices } from './voice-features.ts';

/** What is known of a chapter's people as a whole. */
export interface Cast {
  /** Offset of each paragraph in the chapter. */
  starts: readonly number[];
  /** Share of all mentions, by person. */
  mentioned: ReadonlyMap<number, number>;
  /** Share of all lines with a frame that names the speaker, by person. */
  spoken: ReadonlyMap<number, number>;
  /** Share of the looks into somebody's mind, by person. */
  thinking: ReadonlyMap<number, number>;
  voices: Voices;
}

/** Votes as if every frame were a firm one, so that the value says how the person was read, not how firmly. */
const VOTE = 7.5;

/** Evidence of the narration beside one quote, by source. */
interface Votes {
  before: Ballots;
  lead: Ballots;
  after: Ballots;
}

/** Features of all candidates of a line, in their order. */
export function personFeatures(line: RankLine, cast: Cast): Record<string, number>[] {
  const { chapter, read, candidates } = line;
  const votes: Votes = {
    before: votesOf(chapter, read.before),
    lead: votesOf(chapter, read.leadIn),
    after: votesOf(chapter, read.after),
  };
  const traces = tracesAround(chapter, read.placed, cast.starts);
  const weights = candidates.map(ruleWeight);
  return candidates.map((candidate, c) => {
    const weight = weights[c] ?? 0;
    const others = Math.max(0, ...weights.filter((_, other) => other !== c));
    return {
      ...kindFeatures(line, candidate),
      ruleWeight: weight,
      ruleGap: weight - others,
      ruleRank: weights.filter((other) => other > weight).length,
      ...voteFeatures(line, candidate, votes),
      ...spokenFeatures(line, candidate.person),
      ...traceFeatures(traces.get(candidate.person) ?? NO_TRACE),
      mentionedShare: cast.mentioned.get(candidate.person) ?? 0,
      spokenShare: cast.spoken.get(candidate.person) ?? 0,
      thinkingShare: cast.thinking.get(candidate.person) ?? 0,
      ...voiceFit(cast.voices, line.index, candidate.person),
      ...turnFeatures(line, candidate.person),
    };
  });
}

function votesOf({ people, mentions, gendered }: ReadChapter, frame: Frame | null): Ballots {
  const own = new Ballots();
  if (frame !== null) addFrame(own, frame, VOTE, people, mentions, gendered);
  return own;
}

function kindFeatures({ chapter }: RankLine, { person, described }: Candidate): Record<string, number> {
  const { people } = chapter;
  const kind =
    person === NOBODY_SPEAKS ? 4 : { named: 0, narrator: 1, group: 2, anonymous: 3 }[people.get(person).kind];
  return { kind, described: described?.weight ?? -1 };
}

function voteFeatures(
  { chapter, read }: RankLine,
  { person, described }: Candidate,
  votes: Votes,
): Record<string, number> {
  const { people, known } = chapter;
  const vote = (own: Ballots): number => {
    let best = own.byPerson.get(person)?.weight ?? 0;
    if (described !== null) {
      for (const [key, ballot] of own.byPerson) if (key >= known) best = Math.max(best, ballot.weight);
    }
    return best;
  };
  const sex = person === NOBODY_SPEAKS ? null : people.get(person).sex;
  const fits = (frame: Frame | null): number => {
    const code = frame?.subject?.code;
    if (sex === null || (code !== HE && code !== SHE)) return 0;
    return (code === HE) === (sex === 'male') ? 1 : -1;
  };
  const frames = [read.before, read.leadIn, read.after];
  return {
    epithet: Math.max(...frames.map((frame) => epithetFit(chapter, frame, person))),
    voteBefore: vote(votes.before),
    voteLead: vote(votes.lead),
    voteAfter: vote(votes.after),
    voteBeforeRank: rankIn(votes.before, person),
    voteAfterRank: rankIn(votes.after, person),
    subjectBefore: +(read.before?.subject?.code === person),
    subjectAfter: +(read.after?.subject?.code === person),
    ownsBefore: +(read.before?.subject?.code === person && read.before.subject.possessive),
    sexBefore: fits(read.before),
    sexAfter: fits(read.after),
    sex: sex === 'male' ? 1 : sex === 'female' ? 2 : 0,
    addressed: +frames.some((frame) => frame?.addressees.includes(person) === true),
    companyBefore: +(read.before?.company.includes(person) === true),
    companyAfter: +(read.after?.company.includes(person) === true),
    companyLead: +(read.leadIn?.company.includes(person) === true),
  };
}

function rankIn(votes: Ballots, person: number): number {
  const own = votes.byPerson.get(person)?.weight;
  if (own === undefined) return 9;
  return [...votes.byPerson.values()].filter(({ weight }) => weight > own).length;
}

/** Who is called or named inside this quote and the ones beside it, and whom their frames address. */
function spokenFeatures({ chapter, index, read }: RankLine, person: number): Record<string, number> {
  const { quotes, mentions } = chapter;
  const next = quotes[index + 1];
  const previous = read.link?.joined === true ? quotes[index - 1] : undefined;
  const following = next?.link?.joined === true ? next : undefined;
  const named = (i: number): boolean => (mentions.spoken[i] ?? []).some(({ code }) => code === person);
  const told = (other: typeof previous): boolean =>
    [other?.before, other?.leadIn, other?.after].some((frame) => frame?.addressees.includes(person) === true);
  return {
    called: +read.called.includes(person),
    named: +named(index),
    namesSelf: +namesSelf(chapter, index, person),
    calledBefore: +(previous?.called.includes(person) === true),
    calledNext: +(following?.called.includes(person) === true),
    namedBefore: +(previous !== undefined && named(index - 1)),
    namedNext: +(following !== undefined && named(index + 1)),
    toldBefore: +told(previous),
    toldNext: +told(following),
    actedBefore: +(previous?.after?.subject?.code === person),
    actsNext: +(following?.before?.subject?.code === person),
  };
}

const SELF =
  /(?:我|俺|咱|在下|小弟|小妹|小女子|小人|小的|贫道|贫僧|鄙人|本人|老夫|老身|老子|本座|这儿|这里|姓名|名字|名)(?:就|便|才|也)?(?:是|叫做|叫作|叫|姓|乃是|乃|名叫|名唤|名)?(?:那个|那|个)?$/;

/** The quote introduces the person as its speaker: 我叫周驰, 在下萧炎. */
function namesSelf({ mentions, texts, quotes }: ReadChapter, index: number, person: number): boolean {
  const placed = quotes[index]?.placed;
  if (placed === undefined) return false;
  const text = texts[placed.paragraph] ?? '';
  return (mentions.spoken[index] ?? []).some(
    ({ code, from }) =>
      code === person && SELF.test(text.slice(Math.max(placed.quote.from + 1, from - 8), from)),
  );
}

const traceFeatures = (trace: Readonly<Trace>): Record<string, number> => ({
  backSteps: trace.backSteps,
  backRank: trace.backRank,
  backDistance: Math.log1p(Math.max(0, trace.backDistance)),
  backParagraphs: trace.backParagraphs,
  backSubject: +trace.backSubject,
  subjectRank: trace.subjectRank,
  near: trace.near,
  far: trace.far,
  farSubject: trace.farSubject,
  aheadSteps: trace.aheadSteps,
  aheadRank: trace.aheadRank,
  aheadDistance: Math.log1p(Math.max(0, trace.aheadDistance)),
  aheadSubject: +trace.aheadSubject,
});

const TURNS = 12;

/** How many quotes ago, and until, the person certainly speaks. */
function turnFeatures({ chapter, index, firm }: RankLine, person: number): Record<string, number> {
  const distance = (step: 1 | -1): number => {
    for (let k = 1; k < TURNS; k++) {
      const link = chapter.quotes[step === 1 ? index + k : index - k + 1]?.link;
      if (link?.joined !== true) return TURNS;
      if (firm[index + k * step] === person) return k;
    }
    return TURNS;
  };
  return {
    sinceTurn: distance(-1),
    untilTurn: distance(1),
    sceneTurns: turnsAround(chapter, firm, index, person),
  };
}

const SCENE = 8;

/** Share of the certain lines around that are the person's. */
function turnsAround(
  { quotes }: ReadChapter,
  firm: readonly (number | null)[],
  index: number,
  person: number,
): number {
  let certain = 0;
  let own = 0;
  for (const step of [1, -1]) {
    for (let k = 1; k <= SCENE; k++) {
      const link = quotes[step === 1 ? index + k : index - k + 1]?.link;
      if (link?.joined !== true) break;
      const speaker = firm[index + k * step];
      if (speaker === null || speaker === undefined) continue;
      certain++;
      if (speaker === person) own++;
    }
  }
  return certain === 0 ? -1 : own / certain;
}
