import { randomUUID } from 'node:crypto';
import { contentHash, lineStats, parseManuscript } from '@huaben/manuscript';
import { bookBytes } from './book.ts';
import { median, quantile, short, spread } from './figures.ts';
import { generateChapter } from './generate-chapter.ts';
import type { Bench, Findings } from './section.ts';
import { signedIn } from './server/client.ts';
import type { Api } from './server/client.ts';
import { connectTo } from './server/database.ts';
import { startServer } from './server/start-server.ts';

const characters = 49_800;
const warmUps = 5;
const marker = '○○○○';
const style =
  '{"color":"#204080","backgroundColor":"","fontStyle":"normal","textDecoration":"none","fontWeight":"normal"}';

async function addRoles(api: Api, productNumber: string): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const name = JSON.stringify([`角色${index + 1}`]);
    ids.push((await api.cast.addRole({ productNumber, name, sex: '', style })).id);
  }
  return ids;
}

/** An editor that holds the lock of a new, long, marked chapter, and the texts that it saves one after the other. */
async function openLongChapter(api: Api) {
  const { id: productId } = await api.novel.addNovel({ name: '长章' });
  const chapter = generateChapter(characters, await addRoles(api, productId));
  const { id: chapterId } = await api.chapter.addChapter({ productId, name: '第一章', text: chapter.text });
  const editorId = randomUUID();
  const { locks } = await api.chapter.lockChapters({ chapterIds: [chapterId], type: 1, editorId });
  const held = locks[0];
  if (held === undefined) throw new Error('the chapter could not be locked');
  const body = `<i data-chapter-id="${chapterId}"></i>${chapter.html}<p>　　第${marker}次保存。</p>`;
  let revision = held.revision;
  let html = body;
  return {
    chapter,
    /** Saves the chapter with one paragraph changed; milliseconds from request to reply. */
    async save(number: number): Promise<number> {
      html = body.replace(marker, String(number).padStart(4, '0'));
      const bytes = new Uint8Array(Buffer.from(html));
      const hash = contentHash(html);
      const start = performance.now();
      const saved = await api.manuscriptSave.saveManuscript(
        {
          chapterId,
          editorId,
          fence: held.fence,
          baseRevision: revision,
          saveId: randomUUID(),
          contentHash: hash,
        },
        { file: { name: 'chapter.html', bytes } },
      );
      const ms = performance.now() - start;
      if (saved.revision !== revision + 1) throw new Error('the save made no new revision');
      revision = saved.revision;
      return ms;
    },
    /** The bytes of one save, after a check that the last one is what the server gives back. */
    async checkedBytes(): Promise<number> {
      const { chapterUrlId } = await api.chapter.chapterInfo({ chapterId });
      const read = await api.chapter.readManuscript({ productId, url: chapterUrlId });
      if (read.html !== html) throw new Error('the server gave back another text than was saved');
      return Buffer.byteLength(html);
    },
    /** Milliseconds that reading, checking and counting of the same text take by themselves. */
    pureMs(): number {
      const start = performance.now();
      contentHash(html);
      lineStats(parseManuscript(html).doc);
      return performance.now() - start;
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Saves of the longest chapter there may be, against a bare committed row in the same database. */
export async function saveSection(bench: Bench): Promise<Findings> {
  const server = await startServer(bench);
  const api = await signedIn(server.url);
  const database = await connectTo(bench, server);
  await database.query('create table bench_rows (id bigserial primary key, body text not null)');
  const book = bookBytes().toString('utf8');
  const insert = (number: number): Promise<unknown> =>
    database.query({
      name: 'bench_insert',
      text: 'insert into bench_rows (body) values ($1)',
      values: [book.slice(number * 2000, number * 2000 + 2000)],
    });
  const open = await openLongChapter(api);
  const count = bench.quick ? 50 : 100;
  const saves: number[] = [];
  const inserts: number[] = [];
  const empty: number[] = [];
  const pure: number[] = [];
  for (let number = 1 - warmUps; number <= count; number += 1) {
    const at = number + warmUps;
    const insertMs = await timed(() => insert(at));
    const saveMs = await open.save(at);
    const emptyMs = await timed(() => api.account.checkToken({}));
    const pureMs = open.pureMs();
    bench.keep({ number, discarded: number < 1, insertMs, saveMs, emptyMs, pureMs });
    if (number < 1) continue;
    saves.push(saveMs);
    inserts.push(insertMs);
    empty.push(emptyMs);
    pure.push(pureMs);
  }
  const bytes = await open.checkedBytes();
  const limitMs = 10 * median(inserts) + bytes / 10_240;
  const p95 = quantile(saves, 0.95);
  bench.say(`  save p95 ${short(p95)} ms, insert p50 ${short(median(inserts))} ms`);
  const row = (name: string, samples: readonly number[]): string[] => [
    name,
    spread(samples),
    short(quantile(samples, 0.95)),
    short(median(samples) / median(inserts)),
  ];
  return {
    title: `Save of a marked chapter of ${open.chapter.text.length} characters (${(bytes / 1024).toFixed(0)} KB, ${open.chapter.lines} lines)`,
    tables: [
      {
        title: `${count} of each in turn, ms`,
        columns: ['what', 'p50 (smallest–largest)', 'p95', 'p50 / insert p50'],
        rows: [
          row('save over HTTP', saves),
          row('insert of one 6 KB row, committed, on a connection of its own', inserts),
          row('empty call over HTTP (session check, one transaction)', empty),
          row('hash, parse and count of the same text, without server', pure),
        ],
      },
    ],
    aims: [
      {
        text: `save p95 in units of 10 × insert p50 + 1 ms per 10 KB (= ${short(limitMs)} ms)`,
        ratio: p95 / limitMs,
        limit: 1,
      },
    ],
    notes: ['Every save made a new revision; the last was read back equal.'],
  };
}
