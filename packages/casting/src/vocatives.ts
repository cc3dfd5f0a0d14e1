import type { Mention } from './mentions.ts';
import type { PlacedQuote } from './narration.ts';

const BREAK = new Set('，,。！!？?…—、：:；;～~“”「」『』‘’" 　');
const INTERJECTIONS =
  /(?:^|[，,。！!？?…—、：:；;“「『"])(?:阿呀|哎呀|哎|喂|嗳|唉|啊|阿|呵|好|我的|亲爱的|你这|你)$/;

/** People whom the quote calls by name (“老栓，…”): each is spoken to and so is not the speaker. */
export function vocativesOf(placed: PlacedQuote, named: readonly Mention[], text: string): number[] {
  const called: number[] = [];
  for (const mention of named) {
    const after = text.charAt(mention.to);
    const closes = mention.to >= placed.quote.to || BREAK.has(after);
    const before = text.slice(Math.max(placed.quote.from, mention.from - 6), mention.from);
    const opens =
      before.length === 0 || BREAK.has(before.charAt(before.length - 1)) || INTERJECTIONS.test(before);
    // A quote that is nothing but a name calls it too, but then it may as well be a quoted word.
    if (opens && closes) called.push(mention.code);
  }
  return called;
}
