import { discoverRoster, markChapters } from '@huaben/casting';
import type { RosterEntry } from '@huaben/casting';
import { castingParagraphs } from '@huaben/manuscript';
import { bookBytes, chaptersOf } from './book.ts';
import { runCastingCommand } from './casting-command.ts';
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
  const whole = chapters.map(({ doc }) => castingParagraphs(doc));
  const bySize = [...chapters].sort((a, b) => a.text.length - b.text.length);
  const open = bySize[Math.floor(bySize.length / 2)];
  if (open === undefined) throw new Error('the book has no chapter');
  const length = (parts: typeof whole): number =>
    parts.flat().reduce((sum, { text }) => sum + text.length, 0);
  const quotes = (parts: typeof whole): number =>
    parts.flat().reduce((sum, paragraph) => sum + paragraph.quotes.length, 0);
  /** A novel that somebody works on has its main roles already. */
  const roster: RosterEntry[] = discoverRoster(whole.flat(), [])
    .slice(0, rosterSize)
    .map(({ name, aliases, sex }, index) => ({ roleId: `r${index}`, names: [name, ...aliases], sex }));

  const measure = (parts: typeof whole, known: readonly RosterEntry[]) => {
    const found = timed(() => discoverRoster(parts.flat(), known));
    const said = timed(() => markChapters({ chapters: parts, roster: known, discovered: found.value }));
    if (said.value.chapters.flat().length !== quotes(parts)) throw new Error('a line got no suggestion');
    return { discoverMs: found.ms, suggestMs: said.ms };
  };
  const cases = [
    { name: 'whole book, no roles yet', parts: whole, known: [] as RosterEntry[] },
    {
      name: `one chapter (${open.title}), ${rosterSize} roles`,
      parts: [castingParagraphs(open.doc)],
      known: roster,
    },
  ].map((one) => ({ ...one, discover: [] as number[], suggest: [] as number[] }));

  const repeats = bench.quick ? 3 : 5;
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    for (const { name, parts, known, discover, suggest } of cases) {
      const { discoverMs, suggestMs } = measure(parts, known);
      bench.keep({ repeat, discarded: repeat === 0, case: name, discoverMs, suggestMs });
      if (repeat === 0) continue;
      discover.push(discoverMs);
      suggest.push(suggestMs);
    }
  }
  const text = bookBytes().toString('utf8');
  const runs = [0.25, 1].map((share) => {
    const cut = text.indexOf('\n', Math.floor(text.length * share) - 1);
    return { text: cut < 0 ? text : text.slice(0, cut), ms: [] as number[], megabytes: [] as number[] };
  });
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const part of runs) {
      const run = await runCastingCommand(part.text, bench.scratch);
      bench.keep({ repeat, case: `command, ${part.text.length} characters`, ...run });
      part.ms.push(run.ms);
      part.megabytes.push(run.megabytes);
    }
  }
  const [quarter, book] = runs;
  if (quarter === undefined || book === undefined) throw new Error('the command was not run');
  const million = (part: typeof book): number => (median(part.ms) * 1_000_000) / part.text.length;
  bench.say(
    `  command: ${short(million(book))} ms and ${short(median(book.megabytes))} MB for a million characters`,
  );
  const chapterMs = median(cases[1]?.discover ?? []) + median(cases[1]?.suggest ?? []);

  const perThousand = cases.map(
    ({ parts, discover, suggest }) => ((median(discover) + median(suggest)) * 1000) / length(parts),
  );
  const [all = NaN, one = NaN] = perThousand;
  bench.say(`  per 1,000 characters: whole book ${short(all)} ms, one chapter ${short(one)} ms`);
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
          'markChapters',
          'both, per 1,000 characters',
        ],
        rows: cases.map(({ name, parts, discover, suggest }, index) => [
          name,
          String(length(parts)),
          String(quotes(parts)),
          spread(discover),
          spread(suggest),
          short(perThousand[index] ?? NaN),
        ]),
      },
      {
        title: `The command, no roles given, ${repeats} repeats`,
        columns: [
          'characters',
          'ms, start of the process included',
          'most memory, MB',
          'ms per 1,000,000 characters',
        ],
        rows: runs.map((part) => [
          String(part.text.length),
          spread(part.ms),
          spread(part.megabytes),
          short(million(part)),
        ]),
      },
    ],
    aims: [
      {
        text: 'the command: 1,000,000 characters, in units of 20 s',
        ratio: million(book) / 20_000,
        limit: 1,
      },
      { text: 'the command: most memory, in units of 300 MB', ratio: median(book.megabytes) / 300, limit: 1 },
      { text: 'the open chapter, in units of 200 ms', ratio: chapterMs / 200, limit: 1 },
    ],
    notes: [
      `A character of the whole book costs the command ${short(million(book) / million(quarter))} times what one of its first quarter costs.`,
      `A character of the whole book costs ${short(all / one)} times what one of a single chapter costs: 1 would be perfectly linear.`,
    ],
  };
}
