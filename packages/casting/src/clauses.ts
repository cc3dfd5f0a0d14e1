/** A stretch of narration between commas; `sentence` counts the sentences of its gap from 0. */
export interface Clause {
  from: number;
  to: number;
  sentence: number;
}

const CLAUSE_END = new Set('，,；;：:。！？!?…—～\n 　（）()《》〔〕【】“”「」『』‘’"');
const SENTENCE_END = new Set('。！？!?…\n');

/** Splits narration [from, to) of a text into its non-empty clauses, in order. */
export function splitClauses(text: string, from: number, to: number): Clause[] {
  const clauses: Clause[] = [];
  let start = from;
  let sentence = 0;
  for (let i = from; i <= to; i++) {
    const mark = i < to ? text.charAt(i) : '\n';
    if (!CLAUSE_END.has(mark)) continue;
    if (i > start) clauses.push({ from: start, to: i, sentence });
    if (SENTENCE_END.has(mark) && clauses.length > 0) sentence++;
    start = i + 1;
  }
  return clauses;
}
