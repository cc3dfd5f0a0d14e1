import { detectDialogue, splitBook } from '@huaben/manuscript';
import type { DetectState } from '@huaben/manuscript';
import { markChapters } from './mark-book-chapters.ts';
import type { CastingParagraph, CastingQuote, LineCategory, RosterEntry, Sex, Suggestion } from './types.ts';

/** A person of a book: main name, other names, sex as far as known. */
export interface BookPerson {
  name: string;
  aliases: readonly string[];
  sex: Sex;
}

/** One quotation of a book. */
export interface MarkedLine {
  /** UTF-16 offset in the book's text of the opening quotation mark. */
  start: number;
  /** UTF-16 offset just after the closing quotation mark. */
  end: number;
  text: string;
  /** A name of the roster, 匿名, 群体 or 非对白. */
  speaker: string;
  /** Probability that the speaker is right. */
  confidence: number;
  category: LineCategory;
  /** At most three, best first. */
  candidates: readonly { speaker: string; probability: number }[];
  /** The sentence that decided, or null. */
  evidence: string | null;
}

/** A book with its people, who include those that were found in it, and all its quotations in order. */
export interface MarkedBook {
  roster: readonly (BookPerson & { lines: number })[];
  lines: readonly MarkedLine[];
}

/**
 * Marks who speaks every quotation of a whole book. Line ends must be LF. The people of `roster` keep their names; people
 * whom it lacks are discovered, and listed after them when they have a line.
 */
export function markBook(input: { text: string; roster: readonly BookPerson[] }): MarkedBook {
  const { text } = input;
  const roster = input.roster.map(({ name, aliases, sex }): RosterEntry => ({
    roleId: name,
    names: [name, ...aliases],
    sex,
  }));
  const chapters = readChapters(text);
  const marked = markChapters({ chapters: chapters.map((chapter) => chapter.paragraphs), roster });
  const lines = chapters.flatMap(({ paragraphs, places }, c) => {
    const suggestions = new Map((marked.chapters[c] ?? []).map((one) => [one.lineId, one]));
    return places.map(({ lineId, start, end }) => {
      const suggestion = suggestions.get(lineId) ?? null;
      return { start, end, text: text.slice(start, end), ...judgement(suggestion, paragraphs) };
    });
  });
  const spoken = new Map<string, number>();
  for (const { speaker } of lines) spoken.set(speaker, (spoken.get(speaker) ?? 0) + 1);
  const people = [
    ...input.roster,
    ...marked.discovered
      .filter(({ name }) => spoken.has(name))
      .map(({ name, aliases, sex }) => ({ name, aliases, sex })),
  ];
  if (spoken.has('我') && !people.some(({ name }) => name === '我'))
    people.push({ name: '我', aliases: [], sex: null });
  return {
    roster: people.map((person) => ({ ...person, lines: spoken.get(person.name) ?? 0 })),
    lines,
  };
}

interface BookChapterParagraphs {
  paragraphs: CastingParagraph[];
  /** Where each line of the chapter stands in the book, in order. */
  places: { lineId: string; start: number; end: number }[];
}

/** Chapters as paragraphs that are not blank; titles are left out unless they quote something. */
function readChapters(text: string): BookChapterParagraphs[] {
  const sections = splitBook(text);
  const starts = [0, ...sections.map((section) => section.from).filter((from) => from > 0)];
  const bodies = new Map(sections.map((section) => [section.from, section.bodyFrom]));
  return starts.map((from, i) =>
    readParagraphs(text, from, starts[i + 1] ?? text.length, bodies.get(from) ?? from),
  );
}

function readParagraphs(text: string, from: number, to: number, bodyFrom: number): BookChapterParagraphs {
  const paragraphs: CastingParagraph[] = [];
  const places: BookChapterParagraphs['places'] = [];
  let carry: DetectState | undefined;
  for (let start = from; start < to;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 || feed > to ? to : feed;
    const line = text.slice(start, end);
    if (line.trim() !== '') {
      const found = detectDialogue(line, carry);
      carry = found.carry;
      const quotes = found.spans.map((span): CastingQuote => {
        const lineId = String(start + span.from);
        places.push({ lineId, start: start + span.from, end: start + span.to });
        return { lineId, from: span.from, to: span.to, roleId: null, origin: 'rule' };
      });
      if (start >= bodyFrom || quotes.length > 0) paragraphs.push({ text: line, quotes });
    }
    start = end + 1;
  }
  return { paragraphs, places };
}

function judgement(
  suggestion: Suggestion | null,
  paragraphs: readonly CastingParagraph[],
): Omit<MarkedLine, 'start' | 'end' | 'text'> {
  const best = suggestion?.candidates[0];
  if (suggestion === null || best === undefined) {
    return { speaker: '非对白', confidence: 0, category: null, candidates: [], evidence: null };
  }
  return {
    speaker: best.name,
    confidence: best.probability,
    category: suggestion.category,
    candidates: suggestion.candidates.map(({ name, probability }) => ({ speaker: name, probability })),
    evidence: evidenceOf(suggestion, paragraphs),
  };
}

const SENTENCE_END = /[。！？!?…\n]/;
/** Characters shown at most on either side of the words that decided. */
const FARTHEST = 200;

/** The whole sentence around the words that decided. */
function evidenceOf({ evidence }: Suggestion, paragraphs: readonly CastingParagraph[]): string | null {
  if (evidence === null) return null;
  const text = paragraphs[evidence.paragraph]?.text ?? '';
  const first = Math.max(0, evidence.from - FARTHEST);
  const last = Math.min(text.length, evidence.to + FARTHEST);
  let from = evidence.from;
  while (from > first && !SENTENCE_END.test(text.charAt(from - 1))) from--;
  let to = evidence.to;
  while (to < last && !SENTENCE_END.test(text.charAt(to))) to++;
  // The sentence keeps its own mark and the quotation mark behind it.
  while (to < last && /[。！？!?…”」』"]/.test(text.charAt(to))) to++;
  while (from < evidence.from && /[”」』"\s]/.test(text.charAt(from))) from++;
  return text.slice(from, to).trimEnd();
}
