import type { Clause } from './clauses.ts';
import { NAME_ENDERS } from './function-words.ts';
import { nameHead, openersAt } from './name-heads.ts';
import type { Gap, Layout } from './narration.ts';
import { actsAsPerson, isNameCharacter, startsFunctionWord } from './discover-roster-words.ts';
import { speechVerbEnding } from './speech-verbs.ts';

/** How often some words open a clause of narration, and what they do there. */
export interface HeadTally {
  /** Clauses that start with these words, whatever follows. */
  heads: number;
  /** Clauses whose name-like head is exactly these words. */
  clean: number;
  /** Clauses with that head, or with these words and a speech verb, that lead to or follow a quote. */
  speaks: number;
  /** Clauses that are nothing but these words and a verb of speech (紫鹃笑道). */
  direct: number;
  /** Times it opens the narration right behind a quote: usually its speaker. */
  beats: number;
  /** Times a verb of speech, look or movement follows within a few characters. */
  acts: number;
  /** First characters that followed, at most six different ones. */
  followers: string;
}

/** The openings of all clauses of a book's narration. */
export interface HeadTallies {
  byWords: Map<string, HeadTally>;
  narratorHeads: number;
  narratorSpeaks: number;
}

const LONGEST = 5;
/** A single letter may be a whole name (Ｎ). */
const LETTER = /[Ａ-Ｚ]/;

/** Counts what opens the clauses of narration: every run of two to five characters that could be a name. */
export function tallyHeads(layout: Layout, texts: readonly string[]): HeadTallies {
  const tallies: HeadTallies = { byWords: new Map(), narratorHeads: 0, narratorSpeaks: 0 };
  layout.gaps.forEach((gaps, p) => {
    const text = texts[p] ?? '';
    gaps.forEach((gap, g) => {
      tallyGap(tallies, gap, text, g > 0, g < gaps.length - 1);
    });
  });
  return tallies;
}

function tallyGap(
  tallies: HeadTallies,
  gap: Gap,
  text: string,
  afterQuote: boolean,
  beforeQuote: boolean,
): void {
  let head: { clause: Clause; at: number } | null = null;
  gap.clauses.forEach((clause, i) => {
    if (head?.clause.sentence !== clause.sentence) head = null;
    const atEdge = i === gap.clauses.length - 1 || clause.sentence === 0;
    const speaks = atEdge && speechVerbEnding(text, clause.from, clause.to) >= 0;
    const at = clause.from + openersAt(text, clause.from, clause.to);
    if (isNarrator(text, at)) {
      tallies.narratorHeads++;
      if (speaks) tallies.narratorSpeaks++;
      head ??= { clause, at };
      return;
    }
    const colon =
      beforeQuote && i === gap.clauses.length - 1 && /^[\s　]*[：:]/.test(text.slice(clause.to, gap.to));
    const named = tallyClause(tallies.byWords, text, at, clause.to, {
      speaks,
      colon,
      beat: afterQuote && i === 0,
    });
    if (named) head ??= { clause, at };
    // 老栓站起来，笑着说: the sentence's first head is who speaks.
    else if (speaks && head !== null) {
      const words = nameHead(text, head.at, head.clause.to);
      const tally = words === null ? undefined : tallies.byWords.get(words);
      if (tally !== undefined) tally.speaks++;
    }
  });
}

function isNarrator(text: string, at: number): boolean {
  return text.startsWith('我', at) && !text.startsWith('我们', at) && !text.startsWith('我的', at);
}

function tallyClause(
  byWords: Map<string, HeadTally>,
  text: string,
  at: number,
  to: number,
  { speaks, colon, beat }: { speaks: boolean; colon: boolean; beat: boolean },
): boolean {
  const whole = nameHead(text, at, to);
  const note = (words: string, exact: boolean, next: number): void => {
    let tally = byWords.get(words);
    if (tally === undefined) {
      tally = { heads: 0, clean: 0, speaks: 0, direct: 0, beats: 0, acts: 0, followers: '' };
      byWords.set(words, tally);
    }
    tally.heads++;
    if (exact) tally.clean++;
    if (exact && speaks) tally.speaks++;
    if (
      speaks &&
      (exact || holdsVerb(words) || /^(.)\1$/.test(words)) &&
      to - next <= 3 &&
      speechVerbEnding(text, next, to) >= 0
    )
      tally.direct++;
    if (beat) tally.beats++;
    if (actsAsPerson(text, next, to) || (exact && colon)) tally.acts++;
    const follower = next < to ? text.charAt(next) : '。';
    if (tally.followers.length < 6 && !tally.followers.includes(follower)) tally.followers += follower;
  };
  for (const start of [at, afterModifier(text, at, to)]) {
    if (start < 0) continue;
    if (LETTER.test(text.charAt(start))) note(text.charAt(start), false, start + 1);
    for (let end = start + 1; end < Math.min(to, start + LONGEST) && mayGoOn(text, start, end);) {
      end++;
      const words = text.slice(start, end);
      // 安慰道, 咕哝说: a verb of speech is nobody's name.
      if ((start !== at || words !== whole) && speechVerbEnding(words, 0, words.length) !== 0)
        note(words, false, end);
    }
  }
  if (whole !== null) note(whole, true, at + whole.length);
  return whole !== null;
}

function mayGoOn(text: string, start: number, end: number): boolean {
  if (!isNameCharacter(text.charAt(end)) || startsFunctionWord(text, end)) return false;
  return end > start + 1 || isNameCharacter(text.charAt(start));
}

/** Where a name may follow what describes it (前排的胖虎转过头来); -1 when nothing does. */
function afterModifier(text: string, at: number, to: number): number {
  const found = text.slice(at, Math.min(to, at + 8)).indexOf('的');
  return found < 1 || at + found + 3 > to ? -1 : at + found + 1;
}

/** True when the words hold a character that mostly begins a verb, so that they may run past the name's end. */
export function holdsVerb(words: string): boolean {
  for (const char of words) if (NAME_ENDERS.has(char)) return true;
  return false;
}
