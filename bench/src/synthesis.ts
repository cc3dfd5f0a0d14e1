import { randomUUID } from 'node:crypto';
import { narrationClassName } from '@huaben/contract';
import { contentHash, parseManuscript, segmentsOf } from '@huaben/manuscript';
import { median, quantile, ratios, short, spread } from './figures.ts';
import type { Bench, Findings } from './section.ts';
import { signedIn } from './server/client.ts';
import type { Api } from './server/client.ts';
import { startServer } from './server/start-server.ts';
import { startEngine } from './speech-process.ts';
import type { Utterance } from './speech-process.ts';
import { until } from './waiting.ts';

const novelName = '呐喊';
const chapterName = '故乡';
const limit = 1.1;

type Role = Awaited<ReturnType<Api['cast']['listRoles']>>['list'][number];

interface Sample {
  readonly html: string;
  readonly roles: readonly Role[];
}

/** The marked chapter of the trial novel, with the cast that it was marked with. */
async function sampleOf(api: Api): Promise<Sample> {
  const novel = (await api.novel.listNovels({})).list.find(({ name }) => name === novelName);
  if (novel === undefined) throw new Error(`the trial account has no 《${novelName}》`);
  const chapters = (await api.chapter.listChapters({ productId: novel.id })).list;
  const chapter = chapters.find(({ name }) => name === chapterName);
  if (chapter === undefined) throw new Error(`《${novelName}》 has no ${chapterName}`);
  const { html } = await api.chapter.readManuscript({ productId: novel.id, url: chapter.chapterUrlId });
  return { html, roles: (await api.cast.listRoles({ productId: novel.id })).list };
}

/** The distinct pieces of the chapter as the engine gets them: the product speaks each of them once too. */
function utterancesOf({ html, roles }: Sample): Utterance[] {
  const voices = new Map(roles.map((role) => [role.id, role]));
  const narrator = roles.find(({ className, id }) => [className, id].includes(narrationClassName));
  const distinct = new Map<string, Utterance>();
  for (const { text, kind, roleId } of segmentsOf(parseManuscript(html).doc)) {
    const role = (kind !== 'narration' && roleId !== null ? voices.get(roleId) : undefined) ?? narrator;
    if (role === undefined) throw new Error('the trial novel has no narrator');
    const { timbre, rate, pitch } = role;
    const utterance = { text, voice: timbre.slice(timbre.indexOf(':') + 1), rate, pitch };
    distinct.set(JSON.stringify(utterance), utterance);
  }
  return [...distinct.values()];
}

/** A new novel with the same cast and the same marked chapter: nothing of it is in the novel's cache of sound. */
async function copyOf(api: Api, { html, roles }: Sample) {
  const { id: productId } = await api.novel.addNovel({ name: `${novelName}（副本）` });
  let copied = html.replace(/^<i data-chapter-id="[^"]*"><\/i>/, '');
  const isNarrator = (role: Role): boolean => [role.className, role.id].includes(narrationClassName);
  for (const role of roles) {
    const made = isNarrator(role)
      ? { id: narrationClassName }
      : await api.cast.addRole({ productNumber: productId, name: role.name, sex: role.sex });
    copied = copied.replaceAll(`data-role="${role.id}"`, `data-role="${made.id}"`);
    const { timbre, rate, pitch } = role;
    await api.cast.setRoleVoice({ productId, id: made.id, timbre, rate, pitch });
  }
  const { id: chapterId } = await api.chapter.addChapter({ productId, name: chapterName, text: '一' });
  const editorId = randomUUID();
  const { locks } = await api.chapter.lockChapters({ chapterIds: [chapterId], type: 1, editorId });
  const held = locks[0];
  if (held === undefined) throw new Error('the chapter could not be locked');
  const text = `<i data-chapter-id="${chapterId}"></i>${copied}`;
  await api.manuscriptSave.saveManuscript(
    {
      chapterId,
      editorId,
      fence: held.fence,
      baseRevision: held.revision,
      saveId: randomUUID(),
      contentHash: contentHash(text),
    },
    { file: { name: 'chapter.html', bytes: new Uint8Array(Buffer.from(text)) } },
  );
  return { productId, chapterId };
}

/** Synthesises the chapter in a new novel; milliseconds from `execute` to `done`. */
async function throughProduct(api: Api, sample: Sample, distinct: number): Promise<number> {
  const { productId, chapterId } = await copyOf(api, sample);
  const { id: taskId } = await api.synthesis.quoteTask({
    productId,
    chapterIds: [chapterId],
    key: randomUUID(),
  });
  await api.synthesis.payTask({ taskId });
  const start = Date.now();
  await api.synthesis.executeTask({ taskId });
  const done = await until({ what: 'a synthesis', everyMs: 250, mostMs: 300_000 }, async () => {
    const task = await api.synthesis.taskDetail({ taskId });
    if (['failed', 'partial', 'cancelled'].includes(task.state))
      throw new Error(`the synthesis ended as ${task.state}: ${task.items[0]?.message ?? ''}`);
    return task.state === 'done' ? task : null;
  });
  // The task's own time: asking more often to know it sooner would take the cores from the work.
  const ms = Date.parse(done.finishTime ?? '') - start;
  const rendered = done.items.reduce((sum, { renderedCount }) => sum + renderedCount, 0);
  if (rendered !== distinct) throw new Error(`${rendered} pieces were rendered, ${distinct} were expected`);
  await api.synthesis.deleteAudio({ chapterId });
  return ms;
}

/** A chapter's way through queue, engine, levelling and storage, against the engine alone on the same texts. */
export async function synthesisSection(bench: Bench): Promise<Findings> {
  const api = await signedIn((await startServer(bench)).url);
  const sample = await sampleOf(api);
  const utterances = utterancesOf(sample);
  const engine = startEngine(bench);
  const repeats = bench.quick ? 3 : 5;
  const alone: number[] = [];
  const whole: number[] = [];
  let audioSeconds = 0;
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    const throughEngine = async (): Promise<number> => {
      const spoken = await engine.speak(utterances);
      audioSeconds = spoken.audioSeconds;
      return spoken.ms;
    };
    const product = () => throughProduct(api, sample, utterances.length);
    // Who comes first changes with every repeat.
    const [a, b] = repeat % 2 === 0 ? [throughEngine, product] : [product, throughEngine];
    const first = await a();
    const second = await b();
    const [aloneMs, wholeMs] = repeat % 2 === 0 ? [first, second] : [second, first];
    bench.keep({ repeat, discarded: repeat === 0, aloneMs, wholeMs, audioSeconds });
    if (repeat === 0) continue;
    alone.push(aloneMs);
    whole.push(wholeMs);
    bench.say(`  ${repeat}/${repeats}: product ${short(wholeMs)} ms, engine alone ${short(aloneMs)} ms`);
  }
  const each = ratios(whole, alone);
  return {
    title: `Synthesis of ${chapterName} (${utterances.length} pieces, ${short(audioSeconds)} s of sound)`,
    tables: [
      {
        title: `${repeats} repeats in turn, each in a new novel, ms`,
        columns: [
          'task execute → done',
          'engine alone',
          'product / engine',
          'real-time factor of the product',
        ],
        rows: [
          [spread(whole), spread(alone), spread(each), (median(whole) / 1000 / audioSeconds).toFixed(4)],
        ],
      },
    ],
    aims: [{ text: 'product over engine alone (median of the repeats)', ratio: quantile(each, 0.5), limit }],
    notes: [
      'Both keep two pieces in the pipe of an engine process that is already running. The product also levels, stores and notes every piece. Its end is the time that the task notes when its last transaction begins.',
    ],
  };
}
