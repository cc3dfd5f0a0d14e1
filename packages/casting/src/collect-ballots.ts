import type { Frame } from './frames.ts';
import { mentionIndex } from './mentions.ts';
import type { ReadChapter, ReadQuote } from './read-chapter.ts';
import { addFrame, addNearby, Ballots, WEIGHTS } from './weigh.ts';

/**
 * Evidence for every quote of a chapter as log weights per person: the rules' own opinion, which the ranker reads
 * among its features.
 */
export function collectBallots(chapter: ReadChapter): Ballots[] {
  const ballots = chapter.quotes.map((_, i) => ownEvidence(chapter, i));
  addCalled(chapter, ballots);
  addAnswering(chapter, ballots);
  addPresent(chapter, ballots);
  return ballots;
}

function ownEvidence(chapter: ReadChapter, i: number): Ballots {
  const { people, mentions, gendered, quotes } = chapter;
  const own = new Ballots();
  const read = quotes[i];
  if (read === undefined) return own;
  const { paragraph, quote } = read.placed;
  addNearby(
    own,
    mentions.narrated,
    mentionIndex(mentions.narrated, paragraph, quote.from),
    people,
    paragraph,
  );
  const add = (frame: Frame | null, strength: number): void => {
    if (frame !== null) addFrame(own, frame, strength, people, mentions, gendered);
  };
  add(read.before, firmStrength(read.before) ?? WEIGHTS.beatBefore);
  const led = read.leadsIn ? firmStrength(read.leadIn) : null;
  add(read.leadIn, led ?? WEIGHTS.leadInBeat);
  if (firmStrength(read.before) === null && led === null && read.after !== null) {
    add(read.after, afterStrength(read.after, read, quotes[i + 1]));
  }
  for (const mention of mentions.spoken[i] ?? []) {
    const weight = read.called.includes(mention.code) ? WEIGHTS.vocative : WEIGHTS.namedInQuote;
    own.add(mention.code, weight, 'nearest', null);
  }
  return own;
}

/** Strength of narration that leads up to a quote, null when it is a mere beat. */
export function firmStrength(frame: Frame | null): number | null {
  if (frame === null || frame.kind === 'beat') return null;
  return frame.kind === 'speech' ? WEIGHTS.speechBefore : WEIGHTS.colon;
}

/** Narration after a quote speaks of the quote unless it leads up to the next one. */
export function afterStrength(
  after: Frame,
  { placed, link }: ReadQuote,
  next: ReadQuote | undefined,
): number {
  const opening = placed.firstInParagraph && placed.before.empty;
  const follows = next?.placed.paragraph === placed.paragraph ? next.before : null;
  if (follows !== null && follows.kind !== 'beat') {
    if (!opening) return link?.kind === 'adjacent' ? 0 : WEIGHTS.leadsOnLater;
    // The gap speaks twice (X一面说，…问道，“): both quotes are X's.
    const twice = after.kind === 'speech' && after.evidence.to < follows.evidence.to;
    return twice ? WEIGHTS.leadsOnTwice : WEIGHTS.leadsOn;
  }
  const alone = placed.lastInParagraph && opening;
  if (after.kind === 'beat' && alone && after.subject?.possessive === false) return WEIGHTS.beatAlone;
  if (after.kind === 'speech') return WEIGHTS.speechAfter;
  return after.kind === 'mention' ? WEIGHTS.mentionAfter : WEIGHTS.beatAfter;
}

/** Whoever is called by name tends to have spoken just before or to answer just after. */
function addCalled({ people, quotes }: ReadChapter, ballots: readonly Ballots[]): void {
  quotes.forEach(({ placed, called, link }, i) => {
    const evidence = { paragraph: placed.paragraph, from: placed.quote.from, to: placed.quote.to };
    for (const name of called) {
      if (!['named', 'narrator'].includes(people.get(name).kind)) continue;
      if (quotes[i + 1]?.link?.joined === true)
        ballots[i + 1]?.add(name, WEIGHTS.called, 'vocative', evidence);
      if (link?.joined === true) ballots[i - 1]?.add(name, WEIGHTS.calledBefore, 'vocative', evidence);
    }
  });
}

/** Whoever a frame addresses, or names beside the speaker, tends to answer. */
function addAnswering({ quotes }: ReadChapter, ballots: readonly Ballots[]): void {
  quotes.forEach((read, i) => {
    const link = quotes[i + 1]?.link;
    const next = ballots[i + 1];
    if (next === undefined || link?.joined !== true || link.kind === 'beat') return;
    for (const frame of [read.before ?? read.leadIn, read.after]) {
      if (frame === null || frame.kind === 'beat') continue;
      for (const person of frame.addressees) next.add(person, WEIGHTS.called, 'alternation', frame.evidence);
      for (const person of frame.company) {
        if (!frame.addressees.includes(person))
          next.add(person, WEIGHTS.company, 'alternation', frame.evidence);
      }
    }
  });
}

const NEIGHBOURS = 6;

/** Speakers of the neighbouring lines stay in the room even when nobody names them between the lines. */
function addPresent({ quotes }: ReadChapter, ballots: readonly Ballots[]): void {
  const firm = ballots.map((own, i) => quotes[i]?.fixed ?? firmSpeaker(own));
  let scenes = 0;
  const scene = quotes.map(({ link }) =>
    link?.joined === true && link.kind !== 'apart' ? scenes : ++scenes,
  );
  quotes.forEach(({ placed }, i) => {
    const seen = new Set<number>();
    for (let k = 1; k <= NEIGHBOURS; k++) {
      for (const j of [i - k, i + k]) {
        const person = firm[j];
        const other = quotes[j]?.placed;
        if (person === null || person === undefined || other === undefined || seen.has(person)) continue;
        if (Math.abs(other.paragraph - placed.paragraph) > 2 * NEIGHBOURS) continue;
        seen.add(person);
        const weight = (scene[i] === scene[j] ? WEIGHTS.present : WEIGHTS.presentElsewhere) * 0.85 ** k;
        const evidence = { paragraph: other.paragraph, from: other.quote.from, to: other.quote.to };
        ballots[i]?.add(person, weight, 'alternation', evidence);
      }
    }
  });
}

/** Whom a frame beside the quote names as its speaker, or null. */
export function firmSpeaker(own: Ballots | undefined): number | null {
  for (const [person, ballot] of own?.byPerson ?? []) {
    if (ballot.rule === 'explicit' && ballot.weight > 3) return person;
  }
  return null;
}
