import { plainCharacters } from './characters.ts';
import { spelledAbbreviations } from './latin.ts';
import { withMissingSyllables } from './missing-syllables.ts';
import { heardPunctuation, isSpeakable } from './punctuation.ts';
import { quantitiesInWords } from './quantities.ts';
import { withReadableEndings } from './retroflex-ending.ts';
import { stretchesWithReadings } from './readings.ts';
import type { Reading } from './readings.ts';

/** What the engine is given for one line. */
export interface SpokenText {
  readonly text: string;
  /** The text holds numbered pinyin, which only the mixed voice understands. */
  readonly hasPinyin: boolean;
}

/** A line as written → as the engine reads it right; null when nothing in it can be heard. Pure. */
export function spokenText(written: string, readings: readonly Reading[]): SpokenText | null {
  if (!isSpeakable(written)) return null;
  const stretches = stretchesWithReadings(written, readings);
  const text = stretches.map((stretch) => (stretch.spoken ? stretch.text : inWords(stretch.text))).join('');
  if (text.trim() === '') return null;
  return { text, hasPinyin: stretches.some((stretch) => stretch.spoken) };
}

function inWords(text: string): string {
  const words = spelledAbbreviations(quantitiesInWords(plainCharacters(text)));
  return withMissingSyllables(withReadableEndings(heardPunctuation(words)));
}
