import * as z from 'zod';

/** What was wrong with a reply, or with what it says of one line. */
export type Flaw =
  | 'empty'
  | 'truncated'
  | 'fenced'
  | 'prose'
  | 'wrong-shape'
  | 'wrong-type'
  | 'unknown-line'
  | 'repeated-line'
  | 'missing-line'
  | 'out-of-range'
  | 'wrong-content-type'
  | 'not-json'
  | 'too-large';

/** What a reply says: choices by line, and for each other line why it has none. */
export interface ReadAnswers {
  /** Line number → choice; 0 is none of the candidates. */
  readonly choices: ReadonlyMap<number, number>;
  /** Line number → why the reply gives nothing usable for it. */
  readonly unusable: ReadonlyMap<number, Flaw>;
  readonly flaws: readonly Flaw[];
}

const envelope = z.object({ answers: z.array(z.unknown()) });
const numbered = z.object({ line: z.int() });
const answer = z.object({ line: z.int(), choice: z.int() });

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** The flat objects that stand anywhere in a text: what is left of an answer in prose or cut short. */
const scattered = (text: string): unknown[] =>
  (text.match(/\{[^{}[\]]*\}/g) ?? []).map(parsed).filter((value) => value !== undefined);

/** Longer replies than this are no list of numbers. */
const longestReply = 65_536;

const unbalanced = (text: string): boolean =>
  (text.match(/[[{]/g)?.length ?? 0) > (text.match(/[\]}]/g)?.length ?? 0);

/** The entries that a reply holds, well wrapped or not; how it is badly wrapped goes to `flaws`. */
function entriesOf(content: string, flaws: Flaw[]): unknown[] {
  const spoken = content.replace(/^\s*<think>[^]*?<\/think>/, '').trim();
  const wrong = (flaw: Flaw): [] => {
    flaws.push(flaw);
    return [];
  };
  if (spoken === '') return wrong('empty');
  if (spoken.length > longestReply) return wrong('too-large');
  // Drafts in an unfinished thought are no answers.
  if (spoken.startsWith('<think>')) return wrong('truncated');
  const whole = parsed(spoken);
  if (whole !== undefined) {
    const body = envelope.safeParse(whole);
    if (body.success) return body.data.answers;
    flaws.push('wrong-shape');
    return Array.isArray(whole) ? whole : scattered(spoken);
  }
  const bare = spoken.replaceAll(/```(?:json)?/g, '').trim();
  const before = flaws.length;
  if (spoken.includes('```')) flaws.push('fenced');
  if (unbalanced(bare)) flaws.push('truncated');
  if (!/^[[{]/.test(bare) || (!unbalanced(bare) && !/[\]}]$/.test(bare))) flaws.push('prose');
  if (flaws.length === before) flaws.push('not-json');
  return scattered(spoken);
}

/**
 * Reads what a model replied about lines 1…n. Only numbers are taken. A line counts as answered when
 * the whole reply speaks of it exactly once, with an integer in range: two answers to one line are
 * none, even equal ones, for one of them may be an example or a draft.
 * @param limits - the largest choice of each line, line 1 first
 */
export function readAnswers(content: string, limits: readonly number[]): ReadAnswers {
  const flaws: Flaw[] = [];
  const entries = entriesOf(content, flaws);
  const nothing: Flaw = flaws[0] ?? 'missing-line';
  const choices = new Map<number, number>();
  const unusable = new Map<number, Flaw>();
  for (const entry of entries) {
    const known = numbered.safeParse(entry);
    if (!known.success) {
      flaws.push('wrong-type');
      continue;
    }
    const { line } = known.data;
    const limit = limits[line - 1];
    if (limit === undefined) {
      flaws.push('unknown-line');
      continue;
    }
    const full = answer.safeParse(entry);
    const flaw: Flaw | null =
      choices.has(line) || unusable.has(line)
        ? 'repeated-line'
        : !full.success
          ? 'wrong-type'
          : full.data.choice < 0 || full.data.choice > limit
            ? 'out-of-range'
            : null;
    if (flaw === null && full.success) choices.set(line, full.data.choice);
    else if (flaw !== null) {
      flaws.push(flaw);
      choices.delete(line);
      unusable.set(line, flaw);
    }
  }
  const spokenOf = choices.size + unusable.size;
  for (const at of limits.keys()) {
    if (choices.has(at + 1) || unusable.has(at + 1)) continue;
    unusable.set(at + 1, spokenOf === 0 ? nothing : 'missing-line');
    flaws.push('missing-line');
  }
  return { choices, unusable, flaws };
}
