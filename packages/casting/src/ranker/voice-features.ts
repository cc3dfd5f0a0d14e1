import { habitsOf } from '../learn-habits.ts';
import type { ReadChapter, ReadQuote } from '../read-chapter.ts';
import type { RankLine } from './lines.ts';

/** Marks of one quote that tell speakers apart: habits of talking, quotation mark, people it names. */
interface Marks {
  habits: readonly string[];
  quoted: readonly string[];
  names: readonly string[];
}

/** How often the certain lines of one person, or of everybody, show each mark. */
class Counts {
  lines = 0;
  readonly times = new Map<string, number>();

  add({ habits, quoted, names }: Marks, sign: 1 | -1): void {
    this.lines += sign;
    for (const mark of [...habits, ...quoted, ...names])
      this.times.set(mark, (this.times.get(mark) ?? 0) + sign);
  }
}

/** How the people of a chapter talk, as far as frames and human marks tell whose a line is. */
export interface Voices {
  marks: readonly Marks[];
  everybody: Counts;
  byPerson: ReadonlyMap<number, Counts>;
}

/** Counts the marks of all lines whose speaker is certain. */
export function voicesOf({ chapter, firm }: RankLine): Voices {
  const marks = chapter.quotes.map((read, i) => marksOf(chapter, read, i));
  const everybody = new Counts();
  const byPerson = new Map<number, Counts>();
  marks.forEach((own, i) => {
    const person = firm[i];
    if (person === null || person === undefined) return;
    everybody.add(own, 1);
    let counts = byPerson.get(person);
    if (counts === undefined) byPerson.set(person, (counts = new Counts()));
    counts.add(own, 1);
  });
  return { marks, everybody, byPerson };
}

function marksOf({ texts, mentions }: ReadChapter, { placed }: ReadQuote, index: number): Marks {
  const text = texts[placed.paragraph] ?? '';
  const { from, to } = placed.quote;
  return {
    habits: habitsOf(text.slice(from + 1, to - 1)),
    quoted: [`mark ${text.charAt(from)}`],
    names: [...new Set((mentions.spoken[index] ?? []).map(({ code }) => `name ${code}`))],
  };
}

const SMOOTHING = 2;
const LIMIT = 3;

/** How well a line sounds like each candidate: log ratios of his other certain lines to everybody's. */
export function voiceFeatures(line: RankLine, voices: Voices, person: number): Record<string, number> {
  const own = voices.marks[line.index];
  const counts = voices.byPerson.get(person);
  if (own === undefined || counts === undefined)
    return { habitFit: 0, markFit: 0, nameFit: 0, voiceLines: 0 };
  // A line must not vouch for itself.
  const counted = line.firm[line.index];
  const mine = counted === person ? own : null;
  const all = counted === null || counted === undefined ? null : own;
  const lines = counts.lines - (mine === null ? 0 : 1);
  const total = voices.everybody.lines - (all === null ? 0 : 1);
  const fit = (marks: readonly string[]): number => {
    let ratio = 0;
    for (const mark of marks) {
      const usual = ((voices.everybody.times.get(mark) ?? 0) - (all === null ? 0 : 1) + 1) / (total + 2);
      const his =
        ((counts.times.get(mark) ?? 0) - (mine === null ? 0 : 1) + SMOOTHING * usual) / (lines + SMOOTHING);
      ratio += Math.log(his / usual);
    }
    return Math.max(-LIMIT, Math.min(LIMIT, ratio));
  };
  return {
    habitFit: fit(own.habits),
    markFit: fit(own.quoted),
    nameFit: fit(own.names),
    voiceLines: Math.log1p(lines),
  };
}
