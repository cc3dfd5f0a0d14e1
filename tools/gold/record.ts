// node tools/run.mjs tools/gold/record.ts BOOK CHAPTER [a|b] < answers: writes an annotator's answers into the label
// file, in place of what it held; applyAnswers tells the form of a line.
import { text as textOf } from 'node:stream/consumers';
import { readPlace } from './annotator.ts';
import { applyAnswers } from './answers.ts';
import { findQuotes } from './find-quotes.ts';
import { chapterText, GOLD, labelFile, sha256, writeLabels } from './gold-files.ts';
import { isLabelled } from './label.ts';

const { book, chapter, layer } = readPlace(process.argv.slice(2));
const text = chapterText(GOLD, book, chapter);
const quotes = applyAnswers(findQuotes(text), await textOf(process.stdin));
await writeLabels(labelFile(GOLD, layer, book, chapter), { book, chapter, textSha256: sha256(text), quotes });
console.log(`${layer}/${book}/${chapter}: ${quotes.filter(isLabelled).length} of ${quotes.length} labelled`);
