import { NUMERAL_CLASS, numeralValue } from './numerals.ts';
import type { SourceLine } from './source-lines.ts';

/** How coarse a heading is: a volume holds chapters, a chapter may hold parts; openings and closings stand beside chapters. */
export type HeadingRank = 'volume' | 'chapter' | 'opening' | 'closing';

/** A line that names a chapter or volume. `number` is null for 楔子, 番外 and their like; `key` is equal for equal places in the numbering. */
export type Heading = {
  readonly line: SourceLine;
  readonly rank: HeadingRank;
  readonly unit: string;
  readonly number: number | null;
  readonly key: string;
  /** The volume that the same line names in front (第一卷 风 第一章 归来), or null. */
  readonly volume: string | null;
};

const LONGEST_HEADING = 50;
const LONGEST_GLUED_TITLE = 20;
const NUMBERED = new RegExp(
  `^[#*＊【〖\\[]*\\s*(?:正文\\s*)?第\\s*([${NUMERAL_CLASS}]{1,12})\\s*([章回话話节節集卷部篇])(.*)$`,
);
const INNER_CHAPTER = new RegExp(
  `^(.*?[集卷部篇].*?)[\\s\\u3000]第\\s*([${NUMERAL_CLASS}]{1,12})\\s*[章回话話]`,
);
const VOLUME = new RegExp(`^(?:卷之?\\s*([${NUMERAL_CLASS}]{1,6})|([上中下])[卷部篇])(.*)$`);
const ENGLISH = /^chapter\s+(\d{1,5}|[ivxlc]{1,8})\b(.*)$/i;
const OPENING = /^(楔子|序章|序言|序幕|自序|代序|序|前言|引子|引言|引)(.*)$/;
const CLOSING = /^(尾声|尾聲|后记|後記|终章|終章|结语|跋|番外)(.*)$/;
const SEPARATED = /^[\s\u3000：:.、．·\-—－_《（(【】〗\]|]/;
const BODY_PUNCTUATION = /[。；;]|[，,：:]$/;

/** The order in which a numbered unit is taken for the chapter when several are used: coarser ones are volumes, finer ones stay in the text. */
const UNIT_ORDER = ['章', '节', '集', '篇', '卷', '部'];
const VOLUME_UNITS = new Set(['集', '篇', '卷', '部']);
const SAME_UNIT: Readonly<Record<string, string>> = { 回: '章', 话: '章', 話: '章', 節: '节' };

/** Reads a line as a heading, or null. Sentences that merely begin like one (第一回是民国元年…，) are not. */
export function readHeading(line: SourceLine): Heading | null {
  const { text } = line;
  if (text === '' || text.length > LONGEST_HEADING || BODY_PUNCTUATION.test(text)) return null;
  const numbered = NUMBERED.exec(text);
  if (numbered !== null) {
    const [, digits = '', written = '', title = ''] = numbered;
    if (!isTitle(title)) return null;
    const unit = SAME_UNIT[written] ?? written;
    return (
      (VOLUME_UNITS.has(unit) ? chapterInVolume(line) : null) ??
      numberedHeading(line, unit, numeralValue(digits))
    );
  }
  const volume = VOLUME.exec(text);
  if (volume !== null) {
    const [, digits, part, title = ''] = volume;
    if (!isSeparatedTitle(title)) return null;
    const number = digits === undefined ? '上中下'.indexOf(part ?? '') + 1 : numeralValue(digits);
    return chapterInVolume(line) ?? numberedHeading(line, '卷', number);
  }
  const english = ENGLISH.exec(text);
  if (english !== null) {
    const [, digits = '', title = ''] = english;
    return isSeparatedTitle(title)
      ? numberedHeading(line, '章', numeralValue(digits) ?? romanValue(digits))
      : null;
  }
  for (const [pattern, rank] of [
    [OPENING, 'opening'],
    [CLOSING, 'closing'],
  ] as const) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, word = '', title = ''] = match;
    const glued = word === '番外' && title.length <= LONGEST_GLUED_TITLE && !/[，。]/.test(title);
    if (isSeparatedTitle(title) || glued)
      return { line, rank, unit: word, number: null, key: text, volume: null };
  }
  return null;
}

/** Sorts numbered headings into chapters and volumes by the units that the book uses, and leaves finer ones out. */
export function rankHeadings(headings: readonly Heading[]): Heading[] {
  const counts = new Map<string, number>();
  for (const { number, unit } of headings) if (number !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const used = UNIT_ORDER.filter((unit) => counts.has(unit));
  // A unit used once beside one used often names a volume or a stray line, not the chapters.
  const main = used.find((unit) => (counts.get(unit) ?? 0) > 1) ?? used[0];
  const mainOrder = main === undefined ? -1 : UNIT_ORDER.indexOf(main);
  return headings.flatMap((heading): Heading[] => {
    if (heading.number === null) return [heading];
    if (heading.unit === main) return [{ ...heading, rank: 'chapter' }];
    return UNIT_ORDER.indexOf(heading.unit) > mainOrder && VOLUME_UNITS.has(heading.unit)
      ? [{ ...heading, rank: 'volume' }]
      : [];
  });
}

function numberedHeading(line: SourceLine, unit: string, number: number | null): Heading {
  const value = number ?? 0;
  return { line, rank: 'chapter', unit, number: value, key: `${unit}${value}`, volume: null };
}

function chapterInVolume(line: SourceLine): Heading | null {
  const match = INNER_CHAPTER.exec(line.text);
  if (match === null) return null;
  const [, volume = '', digits = ''] = match;
  return { ...numberedHeading(line, '章', numeralValue(digits)), volume: volume.trim() };
}

function isTitle(rest: string): boolean {
  return isSeparatedTitle(rest) || (rest.length <= LONGEST_GLUED_TITLE && !/[，,。]/.test(rest));
}

function isSeparatedTitle(rest: string): boolean {
  return rest === '' || SEPARATED.test(rest);
}

function romanValue(text: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  const digits = [...text.toLowerCase()].map((letter) => values[letter] ?? 0);
  return digits.reduce(
    (sum, value, index) => (value < (digits[index + 1] ?? 0) ? sum - value : sum + value),
    0,
  );
}
