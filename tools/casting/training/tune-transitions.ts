import { STEP_COUNT } from '@huaben/casting';
import type { Transitions } from '@huaben/casting';
import type { Lesson } from './lessons.ts';

/** Where the search starts: the rules' own log weights, by kind of step. */
const START: Transitions = {
  same: [0, -4, -4, -2, -0.8, 5, 3, 1.2, -0.3, -0.2, -0.2, 5],
  back: [0, 3, 3, 1.8, 0.8, 0, 0, 0.5, 0.5, 0.3, 0.3, 0],
  trust: 1,
};

/** Steps of the search, and how strongly a weight is held to its start: the loss of one line per squared unit. */
const STRIDES = [1, 0.5];
const HOLD = 1;

/**
 * Weights of the conversation that make the truth likeliest given local scores, by coordinate search; weights that few
 * steps speak of stay near the rules'.
 */
export function tuneTransitions(
  lessons: readonly Lesson[],
  scores: readonly (readonly Float64Array[])[],
): Transitions {
  const plain = lessons.flatMap((lesson, l) => (lesson.plain ? [{ lesson, own: scores[l] ?? [] }] : []));
  const start = [...START.same, ...START.back, 0];
  const loss = (values: readonly number[]): number => {
    let sum = values.reduce((total, value, v) => total + HOLD * (value - (start[v] ?? 0)) ** 2, 0);
    for (const { lesson, own } of plain) {
      const chances = lesson.ranking.decode(own, transitionsOf(values));
      lesson.lines.forEach(({ right }, i) => {
        if (!right.includes(1)) return;
        let chance = 0;
        right.forEach((is, c) => (chance += is === 1 ? (chances[i]?.[c] ?? 0) : 0));
        sum -= Math.log(Math.max(0.002, chance));
      });
    }
    return sum;
  };
  let values = start;
  let least = loss(values);
  for (const stride of STRIDES) {
    for (let v = 1; v < values.length; v++) {
      if (v === STEP_COUNT) continue;
      for (const direction of [stride, -stride]) {
        for (let moved = true; moved;) {
          const tried = values.map((value, at) =>
            at === v ? value + direction * (at === 2 * STEP_COUNT ? 0.3 : 1) : value,
          );
          const now = loss(tried);
          moved = now < least;
          if (moved) [values, least] = [tried, now];
        }
      }
    }
  }
  return transitionsOf(values);
}

function transitionsOf(values: readonly number[]): Transitions {
  return {
    same: values.slice(0, STEP_COUNT),
    back: values.slice(STEP_COUNT, 2 * STEP_COUNT),
    trust: Math.exp(values[2 * STEP_COUNT] ?? 0),
  };
}
