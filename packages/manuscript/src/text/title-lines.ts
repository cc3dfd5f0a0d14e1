import { NUMERAL_CLASS } from './numerals.ts';
import { readHeading } from './headings.ts';
import type { SourceLine } from './source-lines.ts';

const LONGEST_TITLE = 20;
const PUNCTUATED = /[。！？!?…，,；;：:“”"「」、]/;
const ONLY_NUMBER = new RegExp(`^[${NUMERAL_CLASS}.、．（）() \u3000]+$`);
const LETTER = /\p{L}/u;

/** Lines that stand alone between blank lines like the title of a story: short, unpunctuated, after the end of a text and before the beginning of one. */
export function titleLines(lines: readonly SourceLine[]): SourceLine[] {
  const filled: { readonly line: SourceLine; readonly index: number }[] = [];
  lines.forEach((line, index) => {
    if (line.text !== '') filled.push({ line, index });
  });
  const titles: SourceLine[] = [];
  filled.forEach(({ line, index }, position) => {
    if (!looksLikeTitle(line.text) || (readHeading(line)?.number ?? null) !== null) return;
    const blankAround = (lines[index - 1]?.text ?? '') === '' && (lines[index + 1]?.text ?? '') === '';
    const before = filled[position - 1]?.line.text;
    const after = filled[position + 1]?.line;
    if (!blankAround || after === undefined || !beginsText(after)) return;
    if (before !== undefined && looksLikeTitle(before) && position > 3) return;
    titles.push(line);
  });
  return titles;
}

/** Whether a line could be a title, an author's name or the like: short and without the punctuation of a sentence. */
export function looksLikeTitle(text: string): boolean {
  return (
    text.length <= LONGEST_TITLE && !PUNCTUATED.test(text) && LETTER.test(text) && !ONLY_NUMBER.test(text)
  );
}

/** Whether a line is nothing but a number, as sections inside a story are headed. */
export function isBareNumber(text: string): boolean {
  return text !== '' && text.length <= 8 && ONLY_NUMBER.test(text) && /[^\s.、．（）()]/.test(text);
}

function beginsText(line: SourceLine): boolean {
  return isBareNumber(line.text) || readHeading(line) !== null || !looksLikeTitle(line.text);
}
