import { contentHash, decodeText, serialiseManuscript, splitBook } from '@huaben/manuscript';
import { bookBytes, chaptersOf } from './book.ts';
import { median, ratios, short, spread } from './figures.ts';
import type { Bench, Findings } from './section.ts';
import type { Api } from './server/client.ts';
import { signedIn } from './server/client.ts';
import { startServer } from './server/start-server.ts';
import { until } from './waiting.ts';

const chapterCount = 120;
const aimMs = 2000;
const chapterId = '00000000-0000-4000-8000-000000000000';

/** Decode, cut, detect, write out and name every chapter: what the job does without a database. */
function pureMs(bytes: Uint8Array): number {
  const start = performance.now();
  const hashes = chaptersOf(bytes).map(({ doc }) => contentHash(serialiseManuscript(doc, chapterId)));
  if (hashes.length !== chapterCount) throw new Error(`${hashes.length} chapters were cut`);
  return performance.now() - start;
}

type Fields = Omit<Parameters<Api['chapter']['importFile']>[0], 'productId'>;

/** Uploads the book into a new novel; milliseconds to the reply of the upload and to the last chapter stored. */
async function importOnce(api: Api, fields: Fields, bytes: Uint8Array<ArrayBuffer>) {
  const { id: productId } = await api.novel.addNovel({ name: '红楼梦' });
  const start = performance.now();
  const { importId } = await api.chapter.importFile(
    { ...fields, productId },
    { file: { name: '书.txt', bytes } },
  );
  const reply = performance.now() - start;
  await until({ what: 'an import', everyMs: 50, mostMs: 60_000 }, async () => {
    const { state, message } = await api.chapter.importInfo({ importId });
    if (state === 'failed' || state === 'cancelled')
      throw new Error(`the import ended as ${state}: ${message ?? ''}`);
    return state === 'done' ? true : null;
  });
  const done = performance.now() - start;
  const { list } = await api.chapter.listChapters({ productId });
  if (list.length !== chapterCount) throw new Error(`${list.length} chapters were stored`);
  return { reply, done };
}

/** 《红楼梦》 whole through the real server, beside the work without server and database. */
export async function importSection(bench: Bench): Promise<Findings> {
  const bytes = new Uint8Array(bookBytes());
  const { text, encoding } = decodeText(bytes);
  const fields: Fields = {
    encoding,
    chapterCount: splitBook(text).length,
    characterCount: text.length,
    splitLong: '0',
    fileName: '红楼梦.txt',
  };
  const api = await signedIn((await startServer(bench)).url);
  const repeats = bench.quick ? 3 : 5;
  const pure: number[] = [];
  const reply: number[] = [];
  const done: number[] = [];
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    const alone = pureMs(bytes);
    const served = await importOnce(api, fields, bytes);
    bench.keep({
      repeat,
      discarded: repeat === 0,
      pureMs: alone,
      replyMs: served.reply,
      doneMs: served.done,
    });
    if (repeat === 0) continue;
    pure.push(alone);
    reply.push(served.reply);
    done.push(served.done);
    bench.say(`  ${repeat}/${repeats}: ${short(served.done)} ms, pure part ${short(alone)} ms`);
  }
  return {
    title: `Import of 《红楼梦》 (${text.length} characters, ${chapterCount} chapters)`,
    tables: [
      {
        title: `${repeats} repeats, ms`,
        columns: ['upload → reply', 'upload → all chapters stored', 'pure part alone', 'stored / pure'],
        rows: [[spread(reply), spread(done), spread(pure), spread(ratios(done, pure))]],
      },
    ],
    aims: [{ text: 'all chapters stored, in units of 2 s', ratio: median(done) / aimMs, limit: 1 }],
    notes: [
      'The server reads and cuts the book twice: once before it accepts the upload (so that a bad file is refused at once), once in the job.',
      'Progress is asked for every 50 ms, which the time includes.',
    ],
  };
}
