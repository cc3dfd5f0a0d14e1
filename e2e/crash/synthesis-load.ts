import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseManuscript, segmentsOf } from '@huaben/manuscript';
import { untilAnswered } from './api.ts';
import { checkFinishedItem } from './check-sound.ts';
import { lookInto } from './database.ts';
import type { Snapshot } from './database.ts';
import { EditorPage } from './editor-page.ts';
import { draftOf, spokenText } from './manuscript-texts.ts';
import type { ChapterRecord } from './save-record.ts';
import { must } from './violation.ts';
import type { WriterOptions } from './writers.ts';

/** What synthesis has done so far. */
export interface SynthesisTally {
  tasks: number;
  lines: number;
  /** Rises whenever lines of the item under way have been stored. */
  progress: number;
  /** The longest that one task took, in milliseconds. */
  longestMs: number;
}

interface SynthesisOptions extends WriterOptions {
  readonly dataDir: string;
  readonly novelId: string;
  readonly sentences: number;
  readonly tally: SynthesisTally;
}

/** Looks at the database although it may be away for the moment. */
async function lookPatiently<T>(dataDir: string, look: (rows: Snapshot) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lookInto(dataDir, look);
    } catch (error) {
      const own = error instanceof Error && error.name === 'Violation';
      if (own || attempt === 400) throw error;
      await sleep(250);
    }
  }
}

/** Has a chapter spoken, gives it another text, has it spoken again, until the end. */
export async function keepSpeaking(options: SynthesisOptions, record: ChapterRecord): Promise<void> {
  const { api, random, gate, ended, name, roleIds, dataDir, novelId, tally } = options;
  const page = new EditorPage(api, random, record);
  await page.lock(true);
  while (!ended.aborted) {
    await gate.pass();
    if (ended.aborted) return;
    const text = spokenText(random, `${name}${tally.tasks}`, options.sentences);
    const draft = draftOf(text, page.chapterId, random, roleIds, 0.7);
    await page.lock(false);
    await page.save(draft);
    const saved = [...record.acknowledged.values()].at(-1);
    const before = await lookPatiently(dataDir, async (rows) => {
      const found = await rows<{ hash: string }>('select hash from speech_segments where novel_id = $1', [
        novelId,
      ]);
      return new Set(found.map(({ hash }) => hash));
    });
    const since = Date.now();
    const itemId = await speak(options, page.chapterId);
    tally.longestMs = Math.max(tally.longestMs, Date.now() - since);
    const lines = segmentsOf(parseManuscript(draft.html).doc);
    await lookPatiently(dataDir, (rows) =>
      checkFinishedItem(rows, { novelId, itemId, revisionId: saved?.revisionId ?? '', lines, before }),
    );
    tally.tasks += 1;
    tally.lines += lines.length;
  }
}

/** Orders the chapter's synthesis and waits for its end; the item's id. */
async function speak({ api, novelId, gate, tally }: SynthesisOptions, chapterId: string): Promise<string> {
  const key = randomUUID();
  let done = 0;
  const quoted = await untilAnswered(() =>
    api.synthesis.quoteTask({ productId: novelId, chapterIds: [chapterId], key }),
  );
  const taskId = quoted.id;
  await untilAnswered(() => api.synthesis.payTask({ taskId }));
  await untilAnswered(() => api.synthesis.executeTask({ taskId }));
  for (;;) {
    const task = await untilAnswered(() => api.synthesis.taskDetail({ taskId }));
    const [item] = task.items;
    must(item !== undefined && task.items.length === 1, 'the task has its chapter', { task });
    must(item.renderedCount <= item.lineCount, 'no line is counted twice', { task });
    if (item.doneCount !== done) tally.progress += 1;
    done = item.doneCount;
    if (task.state !== 'queued' && task.state !== 'running') {
      must(task.state === 'done' && item.state === 'done', 'a task ends done when the faults have stopped', {
        task,
      });
      return item.id;
    }
    await gate.pass();
    await sleep(250);
  }
}
