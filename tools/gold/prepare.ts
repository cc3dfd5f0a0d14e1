// node tools/run.mjs tools/gold/prepare.ts BOOK CHAPTER [a|b]: prints a chapter with numbered quotations and, unless the
// annotator has begun, writes the empty label file.
import { existsSync } from 'node:fs';
import { readPlace } from './annotator.ts';
import { numberedText } from './answers.ts';
import { findQuotes } from './find-quotes.ts';
import { chapterText, GOLD, labelFile, sha256, writeLabels } from './gold-files.ts';

const { book, chapter, layer } = readPlace(process.argv.slice(2));
const text = chapterText(GOLD, book, chapter);
const quotes = findQuotes(text);
console.log(numberedText(text, quotes));
const file = labelFile(GOLD, layer, book, chapter);
if (!existsSync(file)) {
  const empty = quotes.map((quote) => ({ ...quote, speaker: '', category: null }));
  await writeLabels(file, { book, chapter, textSha256: sha256(text), quotes: empty });
}
