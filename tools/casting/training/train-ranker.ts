import { forestScores } from '@huaben/casting';
import type { Forest, Ranker } from '@huaben/casting';
import { growForest } from './grow-forest.ts';
import type { Examples, ForestOptions } from './grow-forest.ts';
import type { GrownTree } from './grow-tree.ts';
import type { Lesson } from './lessons.ts';
import { tuneTransitions } from './tune-transitions.ts';

const LOCAL: ForestOptions = {
  seed: 1,
  bags: 2,
  trees: 140,
  leaves: 7,
  shrinkage: 0.08,
  ridge: 3,
  leastCurvature: 1.5,
  lineShare: 0.7,
  featureShare: 0.4,
};
const FINAL: ForestOptions = { ...LOCAL, seed: 2, bags: 3, trees: 110 };

const FOLDS = 5;

type Scores = readonly Float64Array[];

/** Trains on lessons; the final trees learn from local scores of trees that have not seen the chapter. */
export function trainRanker(lessons: readonly Lesson[]): Ranker {
  const rows = lessons.map(({ ranking }) => ranking.local);
  const unseen: Scores[] = lessons.map(() => []);
  for (let fold = 0; fold < FOLDS; fold++) {
    const of = (i: number): boolean => foldOf(lessons, i) === fold;
    if (!lessons.some((_, i) => of(i))) continue;
    const rest = lessons.filter((_, i) => !of(i));
    const forest = forestOf(
      examplesOf(
        rest,
        rest.map(({ ranking }) => ranking.local),
      ),
      { ...LOCAL, bags: 1 },
    );
    lessons.forEach((lesson, i) => {
      if (of(i)) unseen[i] = lesson.ranking.local.values.map((own) => forestScores(forest, own));
    });
  }
  const transitions = tuneTransitions(lessons, unseen);
  const finals = lessons.map(({ ranking }, i) => {
    const scores = unseen[i] ?? [];
    return ranking.final(scores, ranking.decode(scores, transitions));
  });
  return {
    local: forestOf(examplesOf(lessons, rows), LOCAL),
    transitions,
    final: forestOf(examplesOf(lessons, finals), FINAL),
  };
}

/** Lessons of one chapter share a fold. */
function foldOf(lessons: readonly Lesson[], index: number): number {
  const chapters = [...new Set(lessons.map(({ book, chapter }) => `${book}/${chapter}`))];
  const lesson = lessons[index];
  return chapters.indexOf(`${lesson?.book}/${lesson?.chapter}`) % FOLDS;
}

function examplesOf(
  lessons: readonly Lesson[],
  rows: readonly { names: readonly string[]; values: readonly Float32Array[] }[],
): Examples {
  const width = Math.max(...rows.map(({ names }) => names.length));
  const parts: Float32Array[] = [];
  const right: number[] = [];
  const starts = [0];
  const weights: number[] = [];
  lessons.forEach((lesson, l) => {
    lesson.lines.forEach((line, i) => {
      const own = rows[l]?.values[i];
      if (own === undefined || line.fixed || !line.right.includes(1)) return;
      parts.push(own);
      right.push(...line.right);
      starts.push(right.length);
      weights.push(lesson.plain ? 1 : 0.5);
    });
  });
  const all = new Float32Array(right.length * width);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return {
    width,
    rows: all,
    lines: Int32Array.from(starts),
    right: Uint8Array.from(right),
    weights: Float64Array.from(weights),
  };
}

function forestOf(examples: Examples, options: ForestOptions): Forest {
  return joinTrees(growForest(examples, options), examples.width);
}

/** Grown trees as one forest. */
function joinTrees(bags: readonly (readonly GrownTree[])[], width: number): Forest {
  const trees = bags.flat();
  const count = trees.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const forest: Forest = {
    width,
    bags: bags.length,
    roots: new Int32Array(trees.length),
    feature: new Int16Array(count),
    value: new Float32Array(count),
    left: new Int32Array(count),
    right: new Int32Array(count),
  };
  let offset = 0;
  trees.forEach(({ nodes }, t) => {
    forest.roots[t] = offset;
    nodes.forEach((node, n) => {
      forest.feature[offset + n] = node.feature;
      forest.value[offset + n] = node.value;
      forest.left[offset + n] = offset + node.left;
      forest.right[offset + n] = offset + node.right;
    });
    offset += nodes.length;
  });
  return forest;
}
