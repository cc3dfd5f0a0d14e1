import { missingSyllable } from './missing-syllables.ts';

/** A word and how it is to be read: one pinyin syllable per character, tone as a number or a mark. */
export interface Reading {
  readonly word: string;
  readonly pinyin: string;
}

/** A stretch of text: as written, or already turned into what the engine reads. */
export interface Stretch {
  readonly text: string;
  readonly spoken: boolean;
}

const TONE_MARKS: readonly (readonly [mark: string, tone: string])[] = [
  ['\u0304', '1'],
  ['\u0301', '2'],
  ['\u030c', '3'],
  ['\u0300', '4'],
];
const SYLLABLE = /^[a-z]{1,6}[1-5]$/;

/**
 * Pinyin as the engine wants it (chóng or chong2 → "chong2", ü as v), one entry per syllable; null when it is not
 * pinyin.
 */
export function numberedPinyin(pinyin: string): string[] | null {
  const syllables = pinyin
    .trim()
    .toLowerCase()
    .split(/[\s'’-]+/)
    .map(numbered);
  return syllables.every((syllable) => SYLLABLE.test(syllable)) ? syllables : null;
}

function numbered(syllable: string): string {
  const parts = syllable
    .replace(/u:/g, 'v')
    .normalize('NFD')
    .replace(/u\u0308/g, 'v');
  const tone = TONE_MARKS.find(([mark]) => parts.includes(mark))?.[1];
  // A tone mark may stand between u and its dots.
  const letters = parts.replace(/[\u0304\u0301\u030c\u0300]/g, '').replace(/u\u0308/g, 'v');
  return /\d$/.test(letters) ? letters.replace(/0$/, '5') : letters + (tone ?? '5');
}

/** The text cut at the words that have a reading of their own, the longest word first at every place. */
export function stretchesWithReadings(text: string, readings: readonly Reading[]): Stretch[] {
  const spoken = new Map<string, string>();
  for (const { word, pinyin } of readings) {
    const syllables = numberedPinyin(pinyin);
    if (syllables !== null) spoken.set(word, ` ${syllables.map((s) => missingSyllable(s) ?? s).join(' ')} `);
  }
  const words = [...spoken.keys()].sort((a, b) => b.length - a.length);
  const stretches: Stretch[] = [];
  let from = 0;
  for (let at = 0; at < text.length && words.length > 0;) {
    const word = words.find((candidate) => text.startsWith(candidate, at));
    if (word === undefined) {
      at += 1;
      continue;
    }
    if (at > from) stretches.push({ text: text.slice(from, at), spoken: false });
    stretches.push({ text: spoken.get(word) ?? word, spoken: true });
    at += word.length;
    from = at;
  }
  if (from < text.length) stretches.push({ text: text.slice(from), spoken: false });
  return stretches;
}
