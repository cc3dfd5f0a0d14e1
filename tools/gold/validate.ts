import { findQuotes } from './find-quotes.ts';
import { sha256 } from './gold-files.ts';
import { isLabelled, OTHER_SPEAKERS, PARTS } from './label.ts';
import type { ChapterLabels, RosterPerson } from './label.ts';

/** Faults of a text file itself, empty when it is fit to be labelled. */
export function textFaults(text: string): string[] {
  const faults: string[] = [];
  if (text.includes('\r')) faults.push('line endings must be LF');
  if (text.startsWith('\uFEFF') || text.includes('\uFFFD')) faults.push('not clean UTF-8');
  if (!text.endsWith('\n')) faults.push('the last line must end');
  return faults;
}

/** Faults of a label file against its text and roster; `complete` forbids quotes without a label. */
export function labelFaults(
  labels: ChapterLabels,
  place: { book: string; chapter: string; text: string; roster: readonly RosterPerson[]; complete: boolean },
): string[] {
  const faults: string[] = [];
  if (labels.book !== place.book || labels.chapter !== place.chapter)
    faults.push('book or chapter is not its place');
  if (labels.textSha256 !== sha256(place.text)) faults.push('the text has changed since it was labelled');
  const found = findQuotes(place.text);
  if (found.length !== labels.quotes.length) {
    faults.push(`${labels.quotes.length} quotes, but the text has ${found.length}`);
  }
  const names = new Set<string>([...OTHER_SPEAKERS, ...place.roster.map((person) => person.name)]);
  const ids = new Set<string>();
  labels.quotes.forEach((quote, index) => {
    const say = (fault: string): void => void faults.push(`${quote.id}: ${fault}`);
    if (ids.has(quote.id)) say('the id is used twice');
    ids.add(quote.id);
    if (place.text.slice(quote.start, quote.end) !== quote.text) say('the text at its offsets differs');
    const expected = found[index];
    if (expected !== undefined && (expected.start !== quote.start || expected.end !== quote.end)) {
      say(`should be ${expected.start}–${expected.end}`);
    }
    if (!isLabelled(quote)) {
      if (place.complete) say('has no speaker');
      if (quote.category !== null) say('has a category but no speaker');
      return;
    }
    if (!names.has(quote.speaker)) say(`${quote.speaker} is not in the roster`);
    if ((quote.category === null) !== (quote.speaker === '非对白')) {
      say('every speech has a category, and wording that nobody speaks has none');
    }
  });
  return faults;
}

/** Faults of a roster: a main name or alias that two people share. */
export function rosterFaults(roster: readonly RosterPerson[]): string[] {
  const owner = new Map<string, string>();
  const faults: string[] = [];
  const others = new Set<string>(OTHER_SPEAKERS);
  for (const person of roster) {
    for (const name of [person.name, ...person.aliases]) {
      const earlier = owner.get(name);
      if (earlier !== undefined) faults.push(`${name} stands for ${earlier} and ${person.name}`);
      if (others.has(name)) faults.push(`${name} is a label, not a name`);
      owner.set(name, person.name);
    }
  }
  return faults;
}

/** Faults of the split: each book in exactly one part, and no part names a book that is not there. */
export function splitFaults(
  split: Readonly<Record<(typeof PARTS)[number], readonly string[]>>,
  books: readonly string[],
): string[] {
  const faults: string[] = [];
  const placed = PARTS.flatMap((part) => split[part]);
  for (const book of books) {
    const times = placed.filter((other) => other === book).length;
    if (times !== 1) faults.push(`${book} is in ${times} parts`);
  }
  for (const book of placed) if (!books.includes(book)) faults.push(`${book} has no texts`);
  return faults;
}
