import { chaptersIn, GOLD } from './gold-files.ts';
import type { Layer } from './label.ts';

/** What a command line asks for: BOOK CHAPTER [a|b], a when left out. Throws when there is no such chapter. */
export function readPlace(words: readonly string[]): { book: string; chapter: string; layer: Layer } {
  const [book = '', chapter = '', who = 'a'] = words;
  if (!chaptersIn(GOLD, book).includes(chapter)) throw new Error(`There is no chapter ${book}/${chapter}.`);
  if (who !== 'a' && who !== 'b') throw new Error('The annotator is a or b.');
  return { book, chapter, layer: `annotator-${who}` };
}
