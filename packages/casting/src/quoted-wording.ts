import { layOut } from './narration.ts';
import type { Layout, PlacedQuote } from './narration.ts';
import { speechVerbEnding } from './speech-verbs.ts';
import type { CastingParagraph } from './types.ts';

/** The layout without quoted wording that nobody speaks, whose line ids are returned apart; lines with a human role always stay. */
export function setAsideWording(paragraphs: readonly CastingParagraph[]): {
  layout: Layout;
  wording: ReadonlySet<string>;
} {
  const all = layOut(paragraphs);
  const wording = all.quotes.filter(
    (placed) =>
      placed.quote.origin !== 'human' && isWording(placed, paragraphs[placed.paragraph]?.text ?? ''),
  );
  if (wording.length === 0) return { layout: all, wording: new Set() };
  const aside = new Set(wording.map((placed) => placed.quote.lineId));
  const kept = paragraphs.map(({ text, quotes }) => ({
    text,
    quotes: quotes.filter((quote) => !aside.has(quote.lineId)),
  }));
  return { layout: layOut(kept), wording: aside };
}

/** Quoted words inside a sentence of narration: 叫作“豆腐西施”的, 说了“没有告示”这话. */
function isWording(placed: PlacedQuote, text: string): boolean {
  const { from, to } = placed.quote;
  if (/[：:][\s　]*$/.test(text.slice(0, from))) return false;
  if (
    /^(?:这|那|的)(?:话|句话|几个字|两个字|个字|字)/.test(text.slice(to, to + 4)) ||
    /^[一二两三四五六七八]个?字/.test(text.slice(to, to + 3))
  )
    return true;
  const inside = text.slice(from + 1, to - 1);
  if (inside.length === 0 || inside.length > 16 || /[。！？!?…，,]$/.test(inside)) return false;
  const previous = text.slice(0, from).trimEnd().at(-1);
  const next = text.charAt(to);
  if (next === '的') return true;
  const runsIn = previous !== undefined && !/[。！？!?…：:，,；;”」』—]/.test(previous);
  if (!runsIn || next === '' || /[\s“「『]/.test(next)) return false;
  const last = placed.before.clauses.at(-1);
  return last === undefined || speechVerbEnding(text, last.from, last.to) < 0 || /^[的之]/.test(next);
}
