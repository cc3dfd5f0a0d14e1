import { mentionIndex } from '../mentions.ts';
import type { ReadChapter } from '../read-chapter.ts';
import type { PlacedQuote } from '../narration.ts';

const BACK = 40;
const NEAR = 15;
const AHEAD = 12;
const FARTHEST_PARAGRAPH = 25;

/** Where a person is mentioned in the narration around a quote. Counts are of mentions, distances in UTF-16 units. */
export interface Trace {
  /** Mentions of anybody since the person's last one; 0 = the last before the quote. */
  backSteps: number;
  /** Other persons mentioned since. */
  backRank: number;
  backDistance: number;
  backParagraphs: number;
  /** The last mention is the subject of its clause. */
  backSubject: boolean;
  /** Other persons that were a subject since this one was. */
  subjectRank: number;
  near: number;
  far: number;
  farSubject: number;
  aheadSteps: number;
  aheadRank: number;
  aheadDistance: number;
  aheadSubject: boolean;
}

const NEVER = 99;
const blank = (): Trace => ({
  backSteps: NEVER,
  backRank: NEVER,
  backDistance: 9999,
  backParagraphs: NEVER,
  backSubject: false,
  subjectRank: NEVER,
  near: 0,
  far: 0,
  farSubject: 0,
  aheadSteps: NEVER,
  aheadRank: NEVER,
  aheadDistance: 9999,
  aheadSubject: false,
});

/** The trace of someone who is not mentioned around the quote. */
export const NO_TRACE: Readonly<Trace> = blank();

/** Traces of everyone mentioned around a quote; `starts` are the offsets of the paragraphs in the whole chapter. */
export function tracesAround(
  chapter: ReadChapter,
  { paragraph, quote }: PlacedQuote,
  starts: readonly number[],
): Map<number, Trace> {
  const { narrated } = chapter.mentions;
  const traces = new Map<number, Trace>();
  const of = (person: number): Trace => {
    let trace = traces.get(person);
    if (trace === undefined) traces.set(person, (trace = blank()));
    return trace;
  };
  const start = starts[paragraph] ?? 0;
  const index = mentionIndex(narrated, paragraph, quote.from);
  let seen = 0;
  let subjects = 0;
  for (let i = index - 1; i >= 0 && i >= index - BACK; i--) {
    const mention = narrated[i];
    if (mention === undefined || paragraph - mention.paragraph > FARTHEST_PARAGRAPH) break;
    const trace = of(mention.code);
    const steps = index - 1 - i;
    if (trace.far === 0) {
      trace.backSteps = steps;
      trace.backRank = seen++;
      trace.backDistance = start + quote.from - ((starts[mention.paragraph] ?? 0) + mention.to);
      trace.backParagraphs = paragraph - mention.paragraph;
      trace.backSubject = mention.subject;
    }
    if (mention.subject && trace.farSubject++ === 0) trace.subjectRank = subjects++;
    trace.far++;
    if (steps < NEAR) trace.near++;
  }
  let met = 0;
  for (let i = index; i < narrated.length && i < index + AHEAD; i++) {
    const mention = narrated[i];
    if (mention === undefined || mention.paragraph - paragraph > FARTHEST_PARAGRAPH) break;
    const trace = of(mention.code);
    if (trace.aheadSteps !== NEVER) continue;
    trace.aheadSteps = i - index;
    trace.aheadRank = met++;
    trace.aheadDistance = (starts[mention.paragraph] ?? 0) + mention.from - (start + quote.to);
    trace.aheadSubject = mention.subject;
  }
  return traces;
}
