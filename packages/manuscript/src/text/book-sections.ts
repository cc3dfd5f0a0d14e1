import { rankHeadings, readHeading } from './headings.ts';
import type { Heading } from './headings.ts';
import type { HeadingPattern } from './heading-pattern.ts';
import { withoutContents } from './table-of-contents.ts';
import { isBareNumber, looksLikeTitle, titleLines } from './title-lines.ts';
import { numeralValue } from './numerals.ts';
import type { SourceLine } from './source-lines.ts';
import type { ChapterWarning } from './chapter-warning.ts';

/** A stretch of the book that becomes a chapter; `key` and `number` place it in the numbering of its volume. */
export type BookSection = {
  readonly title: string;
  readonly volume: string;
  readonly key: string | null;
  readonly number: number | null;
  readonly from: number;
  readonly bodyFrom: number;
  readonly to: number;
  readonly notes: readonly ChapterWarning[];
};

// A collection of stories has most of its text outside the numbered chapters of one story.
const COLLECTION_PREFACE_SHARE = 0.2;
const COLLECTION_PREFACE_CHARACTERS = 5000;
const FEWEST_TITLES = 3;
const SHORTEST_STORY = 200;
/** A closing piece below this many characters is no chapter of its own. */
const SHORTEST_CLOSING = 1000;
const FRONT_LINES = 6;
const LONGEST_FRONT_LINE = 30;

/** Chooses the book's structure and cuts it. */
export function bookSections(
  text: string,
  lines: readonly SourceLine[],
  pattern: HeadingPattern | undefined,
): BookSection[] {
  if (text.trim() === '') return [];
  if (pattern !== undefined) return cut(text, lines, patternHeadings(lines, pattern));
  const found = lines.map(readHeading).filter((heading) => heading !== null);
  const headings = withoutContents(text, rankHeadings(found));
  const stories = storyHeadings(text, lines, headings);
  if (stories !== null) return withInnerNotes(cut(text, lines, stories), headings);
  if (headings.length > 0) return joinShortClosings(text, cut(text, lines, headings));
  return cut(text, lines, bareNumberHeadings(lines));
}

function patternHeadings(lines: readonly SourceLine[], pattern: HeadingPattern): Heading[] {
  return lines
    .filter((line) => line.text !== '' && pattern.matches(line.text))
    .map((line) => {
      const known = readHeading(line);
      return known === null
        ? { line, rank: 'chapter', unit: '', number: null, key: line.text, volume: null }
        : { ...known, rank: 'chapter' as const };
    });
}

function storyHeadings(
  text: string,
  lines: readonly SourceLine[],
  headings: readonly Heading[],
): Heading[] | null {
  const first = headings.find((heading) => heading.rank === 'chapter')?.line.from ?? text.length;
  if (first < COLLECTION_PREFACE_CHARACTERS && first < text.length) return null;
  if (first < text.length * COLLECTION_PREFACE_SHARE) return null;
  const titles = titleLines(lines);
  if (titles.length < FEWEST_TITLES) return null;
  const lengths = titles.map((line, index) => (titles[index + 1]?.from ?? text.length) - line.to);
  const median = lengths.toSorted((left, right) => left - right)[Math.floor(lengths.length / 2)] ?? 0;
  if (median < SHORTEST_STORY) return null;
  return titles.map((line) => ({
    line,
    rank: 'chapter',
    unit: '',
    number: null,
    key: line.text,
    volume: null,
  }));
}

/** Lines that hold only a number, when they count up from 1 without a break; the last resort. */
function bareNumberHeadings(lines: readonly SourceLine[]): Heading[] {
  const numbers = lines
    .filter((line) => isBareNumber(line.text))
    .map((line) => ({ line, number: numeralValue(line.text.replace(/[.、．（）()\s]/g, '')) }));
  const inOrder = numbers.length > 1 && numbers.every(({ number }, index) => number === index + 1);
  if (!inOrder) return [];
  return numbers.map(({ line, number }) => ({
    line,
    rank: 'chapter',
    unit: '',
    number,
    key: line.text,
    volume: null,
  }));
}

function cut(text: string, lines: readonly SourceLine[], headings: readonly Heading[]): BookSection[] {
  const sections: BookSection[] = [];
  const firstAt = headings[0]?.line.from ?? text.length;
  if (headings.length === 0 || hasPreface(lines, firstAt)) {
    const title = headings.length === 0 ? wholeTitle(lines) : '前言';
    sections.push({
      title,
      volume: '',
      key: null,
      number: null,
      from: 0,
      bodyFrom: 0,
      to: firstAt,
      notes: [],
    });
  }
  let volume = '';
  let pendingFrom: number | null = null;
  headings.forEach((heading, index) => {
    const { line } = heading;
    const to = headings[index + 1]?.line.from ?? text.length;
    const body = text.slice(line.to, to).trim();
    const from: number = pendingFrom ?? line.from;
    const repeated = body === '' && headings[index + 1]?.line.text === line.text;
    if (heading.rank === 'volume') volume = line.text;
    else if (heading.volume !== null) volume = heading.volume;
    if (repeated || (heading.rank === 'volume' && body === '' && index + 1 < headings.length)) {
      pendingFrom = from;
      return;
    }
    pendingFrom = null;
    const prefix = heading.rank === 'chapter' && heading.volume === null && volume !== '' ? `${volume} ` : '';
    sections.push({
      title: prefix + line.text,
      volume,
      key: heading.rank === 'volume' ? null : heading.key,
      number: heading.rank === 'chapter' ? heading.number : null,
      from,
      bodyFrom: Math.min(to, line.to + 1),
      to,
      notes: [],
    });
  });
  return sections;
}

function hasPreface(lines: readonly SourceLine[], end: number): boolean {
  const front = lines.filter((line) => line.to <= end && line.from < end && line.text !== '');
  const isFrontMatter = (line: SourceLine, index: number): boolean =>
    index < FRONT_LINES && line.text.length <= LONGEST_FRONT_LINE && !/[。！？!?…，,；;]/.test(line.text);
  const rest = front.filter((line, index) => !isFrontMatter(line, index) && !isContentsLine(line));
  return rest.length > 0;
}

/** Headings before the first chapter are what a table of contents left. */
function isContentsLine(line: SourceLine): boolean {
  return /^目\s*[录錄次]$/.test(line.text) || readHeading(line) !== null;
}

function wholeTitle(lines: readonly SourceLine[]): string {
  const first = lines.find((line) => line.text !== '')?.text ?? '';
  return looksLikeTitle(first) ? first : '全文';
}

function joinShortClosings(text: string, sections: readonly BookSection[]): BookSection[] {
  const joined: BookSection[] = [];
  for (const section of sections) {
    const previous = joined[joined.length - 1];
    const length = text.slice(section.bodyFrom, section.to).trim().length;
    if (previous === undefined || !isClosing(section) || length >= SHORTEST_CLOSING) {
      joined.push(section);
      continue;
    }
    const message = `末尾的“${section.title}”只有 ${length} 个字符，已并入本章；需要单独成章时请手动拆分。`;
    joined[joined.length - 1] = {
      ...previous,
      to: section.to,
      notes: [...previous.notes, { kind: 'closing-joined', message }],
    };
  }
  return joined;
}

function isClosing(section: BookSection): boolean {
  return section.number === null && /^(?:尾声|尾聲|后记|後記|结语|跋)/.test(section.title);
}

function withInnerNotes(sections: readonly BookSection[], headings: readonly Heading[]): BookSection[] {
  return sections.map((section) => {
    const inner = headings.filter(
      ({ line }) => line.from >= section.bodyFrom && line.from < section.to,
    ).length;
    if (inner === 0) return section;
    const message = `本篇内有 ${inner} 个小标题（如“第一章”），已保留在正文里；需要时可再按它们拆分。`;
    return { ...section, notes: [...section.notes, { kind: 'inner-headings', message }] };
  });
}
