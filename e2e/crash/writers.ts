import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.ts';
import { EditorPage } from './editor-page.ts';
import type { Gate } from './gate.ts';
import { draftOf, storyText } from './manuscript-texts.ts';
import type { Random } from './random.ts';
import type { ChapterRecord } from './save-record.ts';

/** What someone who saves needs. */
export interface WriterOptions {
  readonly api: Api;
  readonly random: Random;
  readonly gate: Gate;
  readonly ended: AbortSignal;
  readonly name: string;
  readonly roleIds: readonly [string, ...string[]];
}

/** How long a writer thinks between two saves, in milliseconds; the product allows 3000 saves a minute. */
const thinkingMs = [30, 120] as const;

function nextDraft({ random, name, roleIds }: WriterOptions, chapterId: string, count: number) {
  const characters = random.chance(0.04) ? random.int(5_000, 20_000) : random.int(100, 1_500);
  const text = storyText(random, `${name}-${count}`, characters);
  return draftOf(text, chapterId, random, roleIds, random.pick([0, 0.5, 1]));
}

/** Saves chapters that nobody else edits, one after the other, until the end. */
export async function writeAlone(options: WriterOptions, records: readonly ChapterRecord[]): Promise<void> {
  const { api, random, gate, ended } = options;
  const pages = records.map((record) => new EditorPage(api, random, record));
  for (const page of pages) await page.lock(true);
  for (let count = 0; !ended.aborted; count += 1) {
    await gate.pass();
    const page = pages[count % pages.length];
    if (page === undefined || ended.aborted) return;
    if (random.chance(0.05)) await page.lock(true);
    await page.save(nextDraft(options, page.chapterId, count));
    await sleep(random.int(...thinkingMs));
  }
}

/** Saves a chapter that another page of the same person edits too: takes the lock back whenever it has lost it. */
export async function writeAgainstOthers(options: WriterOptions, record: ChapterRecord): Promise<void> {
  const { api, random, gate, ended } = options;
  const page = new EditorPage(api, random, record);
  let holds = false;
  for (let count = 0; !ended.aborted; count += 1) {
    await gate.pass();
    if (ended.aborted) return;
    if (!holds) {
      await page.lock(false);
      await sleep(random.int(0, 40));
    }
    holds = await page.save(nextDraft(options, record.chapterId, count));
    // Whoever was overtaken gives the other some time to save.
    await sleep(holds ? random.int(...thinkingMs) : random.int(200, 800));
  }
}
