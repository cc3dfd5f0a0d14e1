import { existsSync } from 'node:fs';
import { median, quantile, ratios, short, spread } from '../figures.ts';
import { generateChapter } from '../generate-chapter.ts';
import { versionOf } from '../machine.ts';
import type { Aim, Bench, Findings, Table } from '../section.ts';
import { twice } from '../waiting.ts';
import { buildPages, engines } from './build-pages.ts';
import type { Engine } from './build-pages.ts';
import { chromiumPath, measureEditor } from './measure.ts';
import type { EditorSample } from './measure.ts';
import { serveFolder } from './serve-folder.ts';

const sizes = [5_000, 20_000, 100_000, 1_000_000] as const;
const warmUpSize = 20_000;
const roleIds = Array.from({ length: 12 }, (_, index) => `r${index}`);
const growthLimit = 3;

type Samples = ReadonlyMap<Engine['name'], EditorSample[]>;

const samplesOf = (samples: Samples, name: Engine['name']): readonly EditorSample[] =>
  samples.get(name) ?? [];
const keys = (samples: Samples, name: Engine['name']): number[] =>
  samplesOf(samples, name).map(({ keyMs }) => median(keyMs));
const loads = (samples: Samples, name: Engine['name']): number[] =>
  samplesOf(samples, name).map(({ loadMs }) => loadMs);

/** The engines with another one first in every repeat. */
const rotated = (repeat: number): Engine[] =>
  engines
    .map((_, index) => engines[(index + repeat) % engines.length])
    .filter((engine) => engine !== undefined);

function tableOf(size: number, samples: Samples, repeats: number): Table {
  return {
    title: `${size.toLocaleString('en')} characters, ${repeats} repeats, ms`,
    columns: [
      'editor',
      'load → paint',
      'key → paint, median',
      'key → paint, p95',
      'main thread per key',
      'key / bare ProseMirror',
      'key / contenteditable',
    ],
    rows: engines.map(({ name }) => [
      name,
      spread(loads(samples, name)),
      spread(keys(samples, name)),
      spread(samplesOf(samples, name).map(({ keyMs }) => quantile(keyMs, 0.95))),
      spread(samplesOf(samples, name).map(({ keyCpuMs }) => keyCpuMs)),
      spread(ratios(keys(samples, name), keys(samples, 'bare ProseMirror'))),
      spread(ratios(keys(samples, name), keys(samples, 'contenteditable'))),
    ]),
  };
}

function growthTable(measured: ReadonlyMap<number, Samples>): { table: Table; aim: Aim } {
  const growth = (name: Engine['name'], of: typeof keys): number =>
    median(of(measured.get(1_000_000) ?? new Map(), name)) /
    median(of(measured.get(20_000) ?? new Map(), name));
  return {
    table: {
      title: 'Growth from 20,000 to 1,000,000 characters (fifty-fold), ratio of medians',
      columns: ['editor', 'key → paint', 'load → paint'],
      rows: engines.map(({ name }) => [name, short(growth(name, keys)), short(growth(name, loads))]),
    },
    aim: {
      text: 'studio: key at 1,000,000 characters over its own key at 20,000',
      ratio: growth('studio', keys),
      limit: growthLimit,
    },
  };
}

/** The studio's editor beside a bare ProseMirror and the browser's own editing, on the same generated chapters. */
export async function editorSection(bench: Bench): Promise<Findings> {
  if (!existsSync(chromiumPath))
    throw new Error(`${chromiumPath} is missing: apt-get install chromium fonts-noto-cjk`);
  bench.say('  building the pages');
  await buildPages(bench.scratch);
  const address = await serveFolder(bench.scratch, bench.closing);
  const chapters = new Map(sizes.map((size) => [size as number, generateChapter(size, roleIds)]));
  const chapterOf = (size: number) => {
    const chapter = chapters.get(size);
    if (chapter === undefined) throw new RangeError(`no chapter of ${size}`);
    return chapter;
  };
  const measure = (engine: Engine, size: number) =>
    twice(bench.say, () => measureEditor(address + engine.page, chapterOf(size), bench.closing));

  for (const engine of engines) {
    const sample = await measure(engine, warmUpSize);
    bench.keep({ engine: engine.name, size: warmUpSize, discarded: true, ...sample });
  }
  const repeats = bench.quick ? 3 : 5;
  const measured = new Map<number, Samples>();
  for (const size of sizes) {
    const samples = new Map(engines.map(({ name }) => [name, [] as EditorSample[]]));
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      for (const engine of rotated(repeat)) {
        const sample = await measure(engine, size);
        bench.keep({ engine: engine.name, size, repeat, ...sample });
        samples.get(engine.name)?.push(sample);
      }
    }
    measured.set(size, samples);
    const line = engines.map(({ name }) => `${name} ${short(median(keys(samples, name)))}`).join(', ');
    bench.say(`  ${size}: key → paint ms: ${line}`);
  }
  const { table, aim } = growthTable(measured);
  return {
    title: 'Editor',
    tables: [...sizes.map((size) => tableOf(size, measured.get(size) ?? new Map(), repeats)), table],
    aims: [aim],
    notes: [
      `${versionOf(chromiumPath) ?? 'Chromium'}, headless, no GPU, 900 × 900. Every sample in a fresh browser.`,
      ...sizes.map((size) => {
        const { checksum, paragraphs, lines, text } = chapterOf(size);
        return `Chapter of ${size.toLocaleString('en')}: checksum ${checksum}, ${text.length} characters, ${paragraphs} paragraphs, ${lines} marked lines.`;
      }),
      'Every editor returned the chapter’s text after loading, and the text with what was typed at the end.',
      'The product takes chapters of at most 50,000 characters; beyond that the editor is measured for its own sake.',
    ],
  };
}
