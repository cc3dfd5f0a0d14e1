import { discoverRoster } from './discover-roster.ts';
import { createFrameReader, leadIn } from './frames.ts';
import type { Frame } from './frames.ts';
import { linkOf } from './links.ts';
import type { Link } from './links.ts';
import { findMentions } from './mentions.ts';
import type { Mentions } from './mentions.ts';
import { withNarrator } from './narrator.ts';
import { layOut } from './narration.ts';
import type { Layout, PlacedQuote } from './narration.ts';
import { People } from './people.ts';
import { setAsideWording } from './quoted-wording.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry } from './types.ts';
import { vocativesOf } from './vocatives.ts';

/** A quote with everything that was read around it. */
export interface ReadQuote {
  placed: PlacedQuote;
  /** The person that a human marked, or null. */
  fixed: number | null;
  before: Frame | null;
  /** Frame that ends the paragraph before, when the quote opens its own. */
  leadIn: Frame | null;
  /** True when that paragraph runs on into the quote (他说：⏎“…”). */
  leadsIn: boolean;
  after: Frame | null;
  /** People whom the quote calls by name. */
  called: readonly number[];
  /** Step from the quote before; null for the first. */
  link: Link | null;
}

/** A chapter as read by the rules, before anything is weighed. */
export interface ReadChapter {
  people: People;
  mentions: Mentions;
  /** False when the text writes 他 for women too. */
  gendered: boolean;
  quotes: readonly ReadQuote[];
  /** Keys of people below this one are roles, discovered names, the narrator, 群体 and 匿名; above it words of the text. */
  known: number;
  texts: readonly string[];
}

/** A chapter read twice: as a conversation without quoted wording, and around that wording alone. */
export interface Reading {
  chapter: ReadChapter;
  /** The paragraphs around quoted wording with every quote in place, or null when there is none. */
  aside: ReadChapter | null;
  /** Line ids of quotes that look like wording that nobody speaks; they count in `aside` only. */
  wording: ReadonlySet<string>;
}

/** Paragraphs kept around one with quoted wording. */
const ASIDE_BEFORE = 4;
const ASIDE_AFTER = 2;

/** Reads names, frames, vocatives and links of a chapter. */
export function readChapter(
  paragraphs: readonly CastingParagraph[],
  roster: readonly RosterEntry[],
  discovered?: readonly DiscoveredName[],
): Reading {
  const found = discovered ?? discoverRoster(paragraphs, roster);
  const { layout, wording } = setAsideWording(paragraphs);
  const people = new People(...withNarrator(layout, roster, found));
  const gendered = paragraphs.some(({ text }) => text.includes('她') || text.includes('伊'));
  const known = people.list.length;
  const chapter = readLayout(layout, people, known, gendered);
  const aside = wording.size === 0 ? null : layOut(around(paragraphs, wording));
  return { chapter, aside: aside === null ? null : readLayout(aside, people, known, gendered), wording };
}

/** The paragraphs near set-aside quotes; the others are emptied, so that numbers of paragraphs stay. */
function around(
  paragraphs: readonly CastingParagraph[],
  wording: ReadonlySet<string>,
): readonly CastingParagraph[] {
  const near = new Set<number>();
  paragraphs.forEach(({ quotes }, index) => {
    if (!quotes.some((quote) => wording.has(quote.lineId))) return;
    for (let p = index - ASIDE_BEFORE; p <= index + ASIDE_AFTER; p++) near.add(p);
  });
  return paragraphs.map((paragraph, index) => (near.has(index) ? paragraph : { text: '', quotes: [] }));
}

function readLayout(layout: Layout, people: People, known: number, gendered: boolean): ReadChapter {
  const mentions = findMentions(layout, people);
  const texts = layout.paragraphs.map((paragraph) => paragraph.text);
  const reader = createFrameReader(texts, people, mentions, gendered);
  const quotes = layout.quotes.map((placed, i): ReadQuote => {
    const { quote } = placed;
    const previous = layout.quotes[i - 1];
    const before = reader.before(placed.before);
    const lead = leadIn(placed, layout.gaps);
    return {
      placed,
      fixed: quote.origin === 'human' && quote.roleId !== null ? people.addRole(quote.roleId) : null,
      before,
      leadIn: lead === null ? null : reader.before(lead),
      leadsIn: lead !== null && endsOpen(texts, placed, previous),
      after: reader.after(placed.after),
      called: vocativesOf(placed, mentions.spoken[i] ?? [], texts[placed.paragraph] ?? ''),
      link: previous === undefined ? null : linkOf(previous, placed, before, layout.gaps, texts),
    };
  });
  return { people, mentions, gendered, quotes, known, texts };
}

function endsOpen(texts: readonly string[], placed: PlacedQuote, previous: PlacedQuote | undefined): boolean {
  for (let p = placed.paragraph - 1; p >= 0; p--) {
    const text = (texts[p] ?? '').trimEnd();
    if (text.length === 0) continue;
    if (previous !== undefined && previous.paragraph === p && previous.quote.to >= text.length) return false;
    return /[：:，,—]$/.test(text);
  }
  return false;
}
