import type { CastingParagraph } from '@huaben/manuscript';
import { storable } from './storable-text.ts';

/** Characters of text shown before and after a line. */
const contextCharacters = 80;
/** Most characters of an evidence sentence on either side of the words that decided. */
const sentenceSide = 80;

const endsSentence = /[。！？!?；;…\n]/;
const closesQuote = /[”’」』"＂）)】》]/;

const tail = (text: string, characters: number): string =>
  [...text.slice(-2 * characters)].slice(-characters).join('');
const head = (text: string, characters: number): string =>
  [...text.slice(0, 2 * characters)].slice(0, characters).join('');

/** Where a line stands. */
export interface Surroundings {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** The text right before and after a quotation, over the borders of paragraphs. */
export function surroundingsOf(
  paragraphs: readonly CastingParagraph[],
  index: number,
  from: number,
  to: number,
): Surroundings {
  return textAround(paragraphs, index, { from, to }, { before: contextCharacters, after: contextCharacters });
}

/** The same with as much text on either side as is wanted. */
export function textAround(
  paragraphs: readonly CastingParagraph[],
  index: number,
  { from, to }: { readonly from: number; readonly to: number },
  most: { readonly before: number; readonly after: number },
): Surroundings {
  const own = paragraphs[index]?.text ?? '';
  let before = own.slice(0, from);
  for (let at = index - 1; at >= 0 && before.length < most.before; at -= 1)
    before = `${paragraphs[at]?.text ?? ''}\n${before}`;
  let after = own.slice(to);
  for (let at = index + 1; at < paragraphs.length && after.length < most.after; at += 1)
    after = `${after}\n${paragraphs[at]?.text ?? ''}`;
  return {
    text: storable(own.slice(from, to)),
    before: storable(tail(before, most.before)),
    after: storable(head(after, most.after)),
  };
}

/** The sentence around the words that decided, and where in it they stand (UTF-16). */
export function evidenceSentence(
  paragraphs: readonly CastingParagraph[],
  evidence: { readonly paragraph: number; readonly from: number; readonly to: number } | null,
): { readonly text: string; readonly from: number; readonly to: number } | null {
  const text = evidence === null ? undefined : paragraphs[evidence.paragraph]?.text;
  if (evidence === null || text === undefined) return null;
  let start = evidence.from;
  while (start > 0 && evidence.from - start < sentenceSide && !endsSentence.test(text.charAt(start - 1)))
    start -= 1;
  while (start < evidence.from && closesQuote.test(text.charAt(start))) start += 1;
  let end = evidence.to;
  if (!endsSentence.test(text.charAt(end - 1))) {
    while (end < text.length && end - evidence.to < sentenceSide && !endsSentence.test(text.charAt(end)))
      end += 1;
    if (end < text.length && endsSentence.test(text.charAt(end))) end += 1;
  }
  while (end < text.length && closesQuote.test(text.charAt(end))) end += 1;
  // Replacing characters one for one keeps the offsets.
  return { text: storable(text.slice(start, end)), from: evidence.from - start, to: evidence.to - start };
}
