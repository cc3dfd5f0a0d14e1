// node tools/run.mjs tools/gold/settle.ts BOOK CHAPTER [< decisions]: without decisions prints where the two annotators
// differ; with one for each difference (the line form of applyAnswers), or where they never differ, writes the settled
// labels in place of what the file held.
import { text as textOf } from 'node:stream/consumers';
import { readPlace } from './annotator.ts';
import { chapterText, GOLD, labelFile, readJson, sha256, writeLabels } from './gold-files.ts';
import { chapterLabelsSchema } from './label-schema.ts';
import type { Layer, LabelledQuote } from './label.ts';
import { differences, differencesInText, settle } from './settlement.ts';

const PARAGRAPHS_AROUND = 5;

const { book, chapter } = readPlace(process.argv.slice(2));
const text = chapterText(GOLD, book, chapter);
const passOf = (layer: Layer): LabelledQuote[] => {
  const labels = chapterLabelsSchema.parse(readJson(labelFile(GOLD, layer, book, chapter)));
  if (labels.textSha256 !== sha256(text))
    throw new Error(`${layer}: the text has changed since it was labelled.`);
  return labels.quotes;
};
const first = passOf('annotator-a');
const second = passOf('annotator-b');
const differing = differences(first, second);
const decisions = process.stdin.isTTY ? '' : await textOf(process.stdin);
if (differing.length > 0 && decisions.trim() === '') {
  console.log(differencesInText(text, first, differing, PARAGRAPHS_AROUND));
} else {
  const quotes = settle(first, second, decisions);
  await writeLabels(labelFile(GOLD, 'labels', book, chapter), {
    book,
    chapter,
    textSha256: sha256(text),
    quotes,
  });
  console.log(`labels/${book}/${chapter}: ${quotes.length} settled, ${differing.length} decided`);
}
