import { applyAnswers, numberedText } from './answers.ts';
import { isLabelled } from './label.ts';
import type { LabelledQuote } from './label.ts';

/** A quotation that the two annotators labelled differently, in speaker or category; `number` counts from 1. */
export interface Difference {
  number: number;
  first: LabelledQuote;
  second: LabelledQuote;
}

/** Where two complete passes over the same quotations differ, in reading order. Throws when one has a gap. */
export function differences(first: readonly LabelledQuote[], second: readonly LabelledQuote[]): Difference[] {
  if (first.length !== second.length) throw new Error('The two passes are not over the same quotations.');
  return first.flatMap((one, index): Difference[] => {
    const other = second[index];
    if (other?.id !== one.id) throw new Error(`The two passes part at ${one.id}.`);
    if (!isLabelled(one) || !isLabelled(other)) throw new Error(`Quotation ${index + 1} lacks a label.`);
    if (one.speaker === other.speaker && one.category === other.category) return [];
    return [{ number: index + 1, first: one, second: other }];
  });
}

/** The differences in their passage: numbered lines of the chapter, `around` on each side, both labels below the line. */
export function differencesInText(
  text: string,
  quotes: readonly LabelledQuote[],
  differing: readonly Difference[],
  around: number,
): string {
  const lines = numberedText(text, quotes).split('\n');
  const below = lines.map((line) => differing.filter(({ number }) => line.includes(`⟦${number}⟧`)));
  const shown: string[] = [];
  let last = -1;
  lines.forEach((line, index) => {
    const near = below.slice(Math.max(0, index - around), index + around + 1);
    if (near.every((here) => here.length === 0)) return;
    if (index !== last + 1) shown.push('…');
    last = index;
    shown.push(line);
    for (const { number, first, second } of below[index] ?? []) {
      shown.push(`  >> ${number} a: ${told(first)}`, `  >> ${number} b: ${told(second)}`);
    }
  });
  return shown.join('\n');
}

/**
 * The settled labels: the common one where both passes agree (with the first note there is), else the decision, in the
 * line form of applyAnswers. A decision between speakers gets a note that names both. Throws when a difference is not
 * decided or anything else is.
 */
export function settle(
  first: readonly LabelledQuote[],
  second: readonly LabelledQuote[],
  decisions: string,
): LabelledQuote[] {
  const open = new Map(differences(first, second).map((one) => [one.number, one]));
  return applyAnswers(first.map(withoutLabel), decisions).map((decided, index) => {
    const number = index + 1;
    const difference = open.get(number);
    const one = first[index] ?? decided;
    if (difference === undefined) {
      if (isLabelled(decided))
        throw new Error(`Both agree on quotation ${number}: there is nothing to decide.`);
      return withNote(one, one.note ?? second[index]?.note);
    }
    if (!isLabelled(decided)) throw new Error(`Quotation ${number} is not decided.`);
    const names = [difference.first.speaker, difference.second.speaker];
    if (names[0] === names[1]) {
      return withNote(decided, decided.note ?? difference.first.note ?? difference.second.note);
    }
    const reason = decided.note === undefined ? '' : `；${decided.note}`;
    return withNote(decided, `两读不同：${names.join(' / ')}${reason}`);
  });
}

function told({ speaker, category, note }: LabelledQuote): string {
  return [speaker, category, note === undefined ? undefined : `(${note})`].filter(Boolean).join(' ');
}

function withoutLabel({ id, start, end, text }: LabelledQuote): LabelledQuote {
  return { id, start, end, text, speaker: '', category: null };
}

function withNote({ note: _, ...quote }: LabelledQuote, note: string | undefined): LabelledQuote {
  return note === undefined ? quote : { ...quote, note };
}
