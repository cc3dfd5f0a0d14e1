import { habitsOf } from '../learn-habits.ts';
import type { ReadChapter } from '../read-chapter.ts';

/** Marks of one quote that tell speakers apart. */
interface Marks {
  habits: readonly string[];
  quoted: readonly string[];
  names: readonly string[];
}

/** The marks of every quote of a chapter: habits of talking, the quotation mark, the people it names. */
export function marksOf({ texts, mentions, quotes }: ReadChapter): Marks[] {
  return quotes.map(({ placed }, index) => {
    const text = texts[placed.paragraph] ?? '';
    const { from, to } = placed.quote;
    return {
      habits: habitsOf(text.slice(from + 1, to - 1)),
      quoted: [`mark ${text.charAt(from)}`],
      names: [...new Set((mentions.spoken[index] ?? []).map(({ code }) => `name ${code}`))],
    };
  });
}

/** How likely each person speaks a quote; people without a chance are left out. */
export type Shares = ReadonlyMap<number, number>;

class Counts {
  lines = 0;
  readonly times = new Map<string, number>();

  add({ habits, quoted, names }: Marks, share: number): void {
    this.lines += share;
    for (const marks of [habits, quoted, names])
      for (const mark of marks) this.times.set(mark, (this.times.get(mark) ?? 0) + share);
  }
}

/** How the people of a chapter talk, as far as it is known whose the lines are. */
export interface Voices {
  marks: readonly Marks[];
  /** Per quote; undefined where nothing is known. */
  shares: readonly (Shares | undefined)[];
  everybody: Counts;
  byPerson: ReadonlyMap<number, Counts>;
}

/** Counts the marks of the quotes by speaker. */
export function voicesOf(marks: readonly Marks[], shares: readonly (Shares | undefined)[]): Voices {
  const everybody = new Counts();
  const byPerson = new Map<number, Counts>();
  marks.forEach((own, i) => {
    for (const [person, share] of shares[i] ?? []) {
      everybody.add(own, share);
      let counts = byPerson.get(person);
      if (counts === undefined) byPerson.set(person, (counts = new Counts()));
      counts.add(own, share);
    }
  });
  return { marks, shares, everybody, byPerson };
}

/** How well a line sounds like a person: log ratios of his other lines to everybody's. */
export interface VoiceFit {
  habitFit: number;
  markFit: number;
  nameFit: number;
  /** Log of the number of his other lines. */
  voiceLines: number;
}

const UNHEARD: VoiceFit = { habitFit: 0, markFit: 0, nameFit: 0, voiceLines: 0 };
const SMOOTHING = 2;
const LIMIT = 3;

/** Compares a quote with what is known of a person's voice; the quote does not vouch for itself. */
export function voiceFit(voices: Voices, quote: number, person: number): VoiceFit {
  const own = voices.marks[quote];
  const counts = voices.byPerson.get(person);
  if (own === undefined || counts === undefined) return UNHEARD;
  const shares = voices.shares[quote];
  const mine = shares?.get(person) ?? 0;
  let counted = 0;
  for (const share of shares?.values() ?? []) counted += share;
  const lines = counts.lines - mine;
  const total = voices.everybody.lines - counted;
  const fit = (marks: readonly string[]): number => {
    let ratio = 0;
    for (const mark of marks) {
      const usual = ((voices.everybody.times.get(mark) ?? 0) - counted + 1) / (total + 2);
      const his = ((counts.times.get(mark) ?? 0) - mine + SMOOTHING * usual) / (lines + SMOOTHING);
      ratio += Math.log(his / usual);
    }
    return Math.max(-LIMIT, Math.min(LIMIT, ratio));
  };
  return {
    habitFit: fit(own.habits),
    markFit: fit(own.quoted),
    nameFit: fit(own.names),
    voiceLines: Math.log1p(Math.max(0, lines)),
  };
}
