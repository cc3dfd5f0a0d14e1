/** An opening quotation mark that the detector knows. The straight ones close with themselves. */
export type QuoteMark = '“' | '‘' | '「' | '『' | '﹁' | '﹃' | '"' | '＂';

const CLOSERS: Readonly<Record<QuoteMark, string>> = {
  '“': '”',
  '‘': '’',
  '「': '」',
  '『': '』',
  '﹁': '﹂',
  '﹃': '﹄',
  '"': '"',
  '＂': '＂',
};

const OPENERS = new Map<string, QuoteMark>();
for (const opener of Object.keys(CLOSERS) as QuoteMark[]) OPENERS.set(CLOSERS[opener], opener);

const ANY = /[“”‘’「」『』﹁﹂﹃﹄"＂]/g;
const EDGE = /^[\s\u3000“”‘’「」『』﹁﹂﹃﹄"＂]+|[\s\u3000“”‘’「」『』﹁﹂﹃﹄"＂]+$/g;

/** A quotation mark in a text: `opener` is the mark it is, or the one it closes. */
export type QuoteToken = {
  readonly at: number;
  readonly opener: QuoteMark;
  readonly role: 'open' | 'close' | 'either';
};

/** The quotation marks of a text, in order. */
export function quoteTokens(text: string): QuoteToken[] {
  const tokens: QuoteToken[] = [];
  for (const match of text.matchAll(ANY)) {
    const mark = match[0];
    const opener = OPENERS.get(mark);
    if (mark === '"' || mark === '＂') tokens.push({ at: match.index, opener: mark, role: 'either' });
    else if (opener !== undefined) tokens.push({ at: match.index, opener, role: 'close' });
    else tokens.push({ at: match.index, opener: mark as QuoteMark, role: 'open' });
  }
  return tokens;
}

/** A text without the quotation marks and spaces at its two ends. */
export function withoutOuterQuotes(text: string): string {
  return text.replace(EDGE, '');
}
