import { discoverRoster, suggestSpeakers } from '@huaben/casting';
import type { RosterEntry } from '@huaben/casting';
import { castingParagraphs } from '@huaben/manuscript';
import { bookBytes, chaptersOf } from './book.ts';
import { median, short, spread } from './figures.ts';
import type { Bench, Findings } from './section.ts';

const rosterSize = 20;

function timed<T>(work: () => T): { ms: number; value: T } {
  const start = performance.now();
  const value = work();
  return { ms: performance.now() - start, value };
}

/** Who speaks, for the whole of 《红楼梦》 and for the one chapter that somebody has open. */
export async function castingSection(bench: Bench): Promise<Findings> {
  const chapters = chaptersOf(bookBytes());
  const wholeParagraphs = chapters.flatMap(({ doc }) => castingParagraphs(doc));
  const bySize = [...chapters].sort((a, b) => a.text.length - b.text.length);
  const open = bySize[Math.floor(bySize.length / 2)];
  if (open === undefined) throw new Error('the book has no chapter');
  const openParagraphs = castingParagraphs(open.doc);
  const length = (paragraphs: typeof wholeParagraphs): number =>
    paragraphs.reduce((sum, { text }) => sum + text.length, 0);
  const quotes = (paragraphs: typeof wholeParagraphs): number =>
    paragraphs.reduce((sum, paragraph) => sum + paragraph.quotes.length, 0);
  /** A novel that somebody works on has its main roles already. */
  const roster: RosterEntry[] = discoverRoster(wholeParagraphs, [])
    .slice(0, rosterSize)
    .map(({ name, aliases, sex }, index) => ({ roleId: `r${index}`, names: [name, ...aliases], sex }));

  const measure = (paragraphs: typeof wholeParagraphs, known: readonly RosterEntry[]) => {
    const found = timed(() => discoverRoster(paragraphs, known));
    const said = timed(() => suggestSpeakers({ paragraphs, roster: known, discovered: found.value }));
    if (said.value.length !== quotes(paragraphs)) throw new Error('a line got no suggestion');
    return { discoverMs: found.ms, suggestMs: said.ms };
  };
  const cases = [
    { name: 'whole book, no roles yet', paragraphs: wholeParagraphs, known: [] as RosterEntry[] },
    { name: `one chapter (${open.title}), ${rosterSize} roles`, paragraphs: openParagraphs, known: roster },
  ].map((one) => ({ ...one, discover: [] as number[], suggest: [] as number[] }));

  const repeats = bench.quick ? 3 : 5;
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    for (const { name, paragraphs, known, discover, suggest } of cases) {
      const { discoverMs, suggestMs } = measure(paragraphs, known);
      bench.keep({ repeat, discarded: repeat === 0, case: name, discoverMs, suggestMs });
      if (repeat === 0) continue;
      discover.push(discoverMs);
      suggest.push(suggestMs);
    }
  }
  const perThousand = cases.map(
    ({ paragraphs, discover, suggest }) => ((median(discover) + median(suggest)) * 1000) / length(paragraphs),
  );
  const [whole = NaN, one = NaN] = perThousand;
  bench.say(`  per 1,000 characters: whole book ${short(whole)} ms, one chapter ${short(one)} ms`);
  return {
    title: 'Who speaks: 《红楼梦》',
    tables: [
      {
        title: `${repeats} repeats, ms`,
        columns: [
          'text',
          'characters',
          'lines',
          'discoverRoster',
          'suggestSpeakers',
          'both, per 1,000 characters',
        ],
        rows: cases.map(({ name, paragraphs, discover, suggest }, index) => [
          name,
          String(length(paragraphs)),
          String(quotes(paragraphs)),
          spread(discover),
          spread(suggest),
          short(perThousand[index] ?? NaN),
        ]),
      },
    ],
    aims: [],
    notes: [
      `A character of the whole book costs ${short(whole / one)} times what one of a single chapter costs: 1 would be perfectly linear.`,
    ],
  };
}
