import type { ReadChapter } from '../read-chapter.ts';
import { neighbourFeatures } from './decode.ts';
import { ruleChances } from './lines.ts';
import type { RankLine } from './lines.ts';
import { personFeatures } from './person-features.ts';
import type { Cast } from './person-features.ts';
import { marksOf, voicesOf } from './voice-features.ts';
import { quoteFeatures, styleOf } from './quote-features.ts';

/** Rows of numbers of one line, one a candidate, one behind the other; empty for a line with a human mark. */
export interface Rows {
  names: readonly string[];
  values: readonly Float32Array[];
}

/** The rows that the local ranker reads. */
export function localRows(lines: readonly RankLine[]): Rows {
  const known = new Map<ReadChapter, { cast: Cast; style: ReturnType<typeof styleOf> }>();
  const of = (line: RankLine): { cast: Cast; style: ReturnType<typeof styleOf> } => {
    const { chapter } = line;
    let entry = known.get(chapter);
    if (entry === undefined) known.set(chapter, (entry = { cast: castOf(line), style: styleOf(chapter) }));
    return entry;
  };
  return collect(lines, (line) => {
    const { cast, style } = of(line);
    const shared = quoteFeatures(line.chapter, line.index, style);
    return personFeatures(line, cast).map((own) => ({ ...shared, setAside: +line.setAside, ...own }));
  });
}

/** The rows that the final ranker reads: the local ones and what the chain says of the line and its neighbours. */
export function finalRows(
  lines: readonly RankLine[],
  local: Rows,
  scores: readonly ArrayLike<number>[],
  marginals: readonly (readonly number[])[],
): Rows {
  const rules = ruleChances(lines);
  const near = collect(lines, (_, i) => {
    const chances = rules[i] ?? [];
    return neighbourFeatures(lines, scores, marginals, i).map((features, c) => ({
      ...features,
      ruleChance: chances[c] ?? 0,
      ruleChanceGap: (chances[c] ?? 0) - Math.max(0, ...chances.filter((_, other) => other !== c)),
    }));
  });
  const [a, b] = [local.names.length, near.names.length];
  const values = lines.map(({ candidates }, i) => {
    const [first, second] = [local.values[i], near.values[i]];
    if (first === undefined || second === undefined || first.length === 0) return new Float32Array(0);
    const row = new Float32Array(candidates.length * (a + b));
    candidates.forEach((_, c) => {
      row.set(first.subarray(c * a, (c + 1) * a), c * (a + b));
      row.set(second.subarray(c * b, (c + 1) * b), c * (a + b) + a);
    });
    return row;
  });
  return { names: [...local.names, ...near.names], values };
}

function collect(
  lines: readonly RankLine[],
  features: (line: RankLine, i: number) => readonly Readonly<Record<string, number>>[],
): Rows {
  let names: readonly string[] = [];
  const values = lines.map((line, i) => {
    if (line.read.fixed !== null) return new Float32Array(0);
    const rows = features(line, i);
    if (names.length === 0) names = Object.keys(rows[0] ?? {});
    const flat = new Float32Array(rows.length * names.length);
    rows.forEach((row, r) => flat.set(Object.values(row), r * names.length));
    return flat;
  });
  return { names, values };
}

function castOf(line: RankLine): Cast {
  const { chapter, firm } = line;
  const starts: number[] = [];
  let offset = 0;
  for (const text of chapter.texts) {
    starts.push(offset);
    offset += text.length;
  }
  return {
    starts,
    mentioned: shares(chapter.mentions.narrated.map(({ code }) => code)),
    spoken: shares(firm.filter((person) => person !== null)),
    thinking: shares(thinkersOf(chapter)),
    voices: voicesOf(
      marksOf(chapter),
      firm.map((person) => (person === null ? undefined : new Map([[person, 1]]))),
    ),
  };
}

const THINKING =
  /^(?:们)?(?:却|又|也|便|就|都|只|忽然|突然|这才|不由得|有点|有些)*(?:心里|心中|心头|暗暗|暗想|暗道|觉得|想|知道|不知道|明白|看着|望着|盯着|听见|听到|看见|看到|感到|感觉|意识到|记得|愣)/;

/** Whose mind the narration looks into, once a time. */
function thinkersOf({ mentions, texts }: ReadChapter): number[] {
  return mentions.narrated.flatMap(({ code, paragraph, to, subject }) =>
    subject && THINKING.test((texts[paragraph] ?? '').slice(to, to + 10)) ? [code] : [],
  );
}

function shares(people: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1 / people.length);
  return counts;
}
