import { quoteTokens } from './quote-marks.ts';
import type { QuoteMark, QuoteToken } from './quote-marks.ts';

/** An outermost pair of quotation marks, both included; `depth` is 1 plus the levels nested inside. */
export type QuoteRange = {
  readonly from: number;
  readonly to: number;
  readonly quote: QuoteMark;
  readonly balanced: boolean;
  readonly depth: number;
  /** True when the quote began in an earlier paragraph. */
  readonly continued: boolean;
};

const LATIN = /[A-Za-z0-9]/;
// Deeper marks are noise, and a bound keeps the search for the matching one constant.
const MAX_DEPTH = 8;
// 好，"他说。 – the opening mark is missing, not the closing one.
const SAID_NEXT = /^[^，。！？：]{1,6}(?:说|說|道|问|問)/;
const SENTENCE_END = /[。！？!?…]/;

/**
 * Pairs the quotation marks of one paragraph in one pass over them. `carried` is the mark that the paragraph before
 * left open, if any. A mark left open ends where the next one of its kind opens, or at the paragraph's end.
 */
export function matchQuotes(text: string, carried: QuoteMark | null): QuoteRange[] {
  const tokens = quoteTokens(text);
  const ranges: QuoteRange[] = [];
  const stack: QuoteToken[] = [];
  let depth = 0;

  const close = (to: number, balanced: boolean, level: number): void => {
    const outer = stack[0];
    stack.length = level;
    if (level > 0 || outer === undefined) return;
    // A lone ‘ is an apostrophe more often than speech.
    if (balanced || outer.opener !== '‘') {
      ranges.push({ from: outer.at, to, quote: outer.opener, balanced, depth, continued: false });
    }
    depth = 0;
  };
  const open = (token: QuoteToken): void => {
    if (stack.length === MAX_DEPTH) return;
    stack.push(token);
    depth = Math.max(depth, stack.length);
  };

  const end = text.trimEnd().length;
  const first = tokens[0];
  let index = 0;
  if (carried !== null && first !== undefined && closesCarried(text, first, carried)) {
    const from = text.length - text.trimStart().length;
    ranges.push({ from, to: first.at + 1, quote: carried, balanced: false, depth: 1, continued: true });
    index = 1;
  }
  for (; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    const level = lastOpen(stack, token.opener);
    if (token.role === 'close') {
      if (level >= 0 && !isApostrophe(text, token, stack)) close(token.at + 1, true, level);
    } else if (token.role === 'either') {
      if (level >= 0) close(token.at + 1, true, level);
      else if (mayOpenStraight(text, token, tokens[index + 1], end)) open(token);
    } else if (level < 0) {
      if (!(token.opener === '‘' && LATIN.test(text[token.at - 1] ?? ''))) open(token);
    } else {
      const next = tokens[index + 1];
      const nested = isCloser(next, token) && isCloser(tokens[index + 2], token);
      if (nested) open(token);
      else if (!isCloser(next, token)) close(token.at + 1, true, level);
      else {
        if (level === 0) close(endOfUnclosed(text, stack[0]?.at ?? 0, token.at), false, 0);
        else stack.length = level;
        open(token);
      }
    }
  }
  close(end, false, 0);
  return ranges;
}

function lastOpen(stack: readonly QuoteToken[], opener: QuoteMark): number {
  for (let level = stack.length - 1; level >= 0; level -= 1)
    if (stack[level]?.opener === opener) return level;
  return -1;
}

function isCloser(token: QuoteToken | undefined, of: QuoteToken): boolean {
  return token !== undefined && token.role === 'close' && token.opener === of.opener;
}

function closesCarried(text: string, first: QuoteToken, carried: QuoteMark): boolean {
  if (first.opener !== carried) return false;
  if (first.role === 'close') return true;
  // A straight mark after the end of a sentence closes; at the start of a paragraph it opens.
  return first.role === 'either' && SENTENCE_END.test(text[first.at - 1] ?? '');
}

/** ’ between Latin letters, inside any other quotation, is an apostrophe. */
function isApostrophe(text: string, token: QuoteToken, stack: readonly QuoteToken[]): boolean {
  if (token.opener !== '‘' || stack[stack.length - 1]?.opener !== '‘') return token.opener === '‘';
  return LATIN.test(text[token.at - 1] ?? '') && LATIN.test(text[token.at + 1] ?? '');
}

/** A straight mark that no other follows opens only where speech may begin; after digits it is an inch. */
function mayOpenStraight(
  text: string,
  token: QuoteToken,
  next: QuoteToken | undefined,
  end: number,
): boolean {
  const before = text[token.at - 1] ?? '';
  if (next?.opener === token.opener) return true;
  if (token.at + 1 >= end) return false;
  if (/[，,]/.test(before) && SAID_NEXT.test(text.slice(token.at + 1, token.at + 12))) return false;
  return !/\d/.test(before) && !SENTENCE_END.test(before);
}

/** Where an unclosed quotation most likely ended when another opens at `next`: after its last finished sentence. */
function endOfUnclosed(text: string, from: number, next: number): number {
  for (let at = next - 1; at > from; at -= 1) if (SENTENCE_END.test(text[at] ?? '')) return at + 1;
  return next;
}
