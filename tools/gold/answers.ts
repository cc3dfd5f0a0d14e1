import { CATEGORIES } from './label.ts';
import type { Category, FoundQuote, LabelledQuote } from './label.ts';

const LETTERS: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.map((category) => [category.charAt(0), category]),
);

/**
 * Reads an annotator's answers, one quotation a line: number, speaker, first letter of the category (none for 非对白),
 * then a note if any, set apart by blanks: `12 范进 e` or `3-5 匿名 l 门外的声音`. Empty lines and # lines are skipped.
 * Throws when a line cannot be read, a number is not there or is answered twice.
 */
export function applyAnswers(quotes: readonly FoundQuote[], answers: string): LabelledQuote[] {
  const result = quotes.map((quote): LabelledQuote => ({ ...quote, speaker: '', category: null }));
  for (const line of answers.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = /^(\d+)(?:-(\d+))?\s+(\S+)(?:\s+([eil])(?=\s|$))?(?:\s+(.+?))?\s*$/u.exec(line);
    if (read === null) throw new Error(`Cannot read the answer “${line}”.`);
    const [, from = '', to = from, speaker = '', letter = '', note] = read;
    for (let number = Number(from); number <= Number(to); number += 1) {
      const quote = result[number - 1];
      if (quote === undefined) throw new Error(`There is no quotation ${number} (“${line}”).`);
      if (quote.speaker !== '') throw new Error(`Quotation ${number} is answered twice.`);
      quote.speaker = speaker;
      quote.category = LETTERS.get(letter) ?? null;
      if (note !== undefined) quote.note = note;
    }
  }
  return result;
}

/** A chapter with its quotations numbered for an annotator, ⟦12⟧ before the twelfth; blank lines are left out. */
export function numberedText(text: string, quotes: readonly FoundQuote[]): string {
  let shown = '';
  let at = 0;
  quotes.forEach((quote, index) => {
    shown += `${text.slice(at, quote.start)}⟦${index + 1}⟧`;
    at = quote.start;
  });
  return (shown + text.slice(at)).replace(/\n\s*\n/g, '\n');
}
