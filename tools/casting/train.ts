// node tools/run.mjs tools/casting/train.ts [--train DIR]: trains the ranker and writes its weights.
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { packForest } from '@huaben/casting';
import type { PackedRanker } from '@huaben/casting';
import { GOLD } from '../gold/gold-files.ts';
import { loadDataSet } from './data/load-data-set.ts';
import { crossValidate, fitCurves, withConfidence } from './training/cross-validate.ts';
import { lessonsOf } from './training/lessons.ts';
import { formatScores } from './training/scores.ts';
import { trainRanker } from './training/train-ranker.ts';

const WEIGHTS = path.resolve(import.meta.dirname, '../../packages/casting/src/ranker/weights.ts');

const { values } = parseArgs({ options: { train: { type: 'string', default: GOLD } } });
const chapters = loadDataSet(values.train, { parts: ['train', 'development'] }).filter(
  (chapter) => chapter.quotes.length === chapter.paragraphs.flatMap(({ quotes }) => quotes).length,
);
const lessons = lessonsOf(chapters);
const judged = crossValidate(lessons);
const ranker = trainRanker(lessons);
const packed: PackedRanker = {
  local: packForest(ranker.local),
  final: packForest(ranker.final),
  transitions: ranker.transitions,
  curves: fitCurves(judged),
};
const source = `/* Written by tools/casting/train.ts; do not edit. */
import type { PackedRanker } from './packed-ranker.ts';

/** The trained ranker. */
export const WEIGHTS: PackedRanker = ${JSON.stringify(packed)};
`;
writeFileSync(WEIGHTS, await format(source, { ...(await resolveConfig(WEIGHTS)), parser: 'typescript' }));
console.log(formatScores(withConfidence(judged)));
console.log(
  `${chapters.length} chapters, ${judged.length} lines; weights in ${path.relative(process.cwd(), WEIGHTS)}`,
);
