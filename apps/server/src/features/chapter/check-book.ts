import { Worker } from 'node:worker_threads';
import { Refusal } from '@huaben/contract';
import type { ImportOptions } from './book-chapters.ts';
import type { BookThreadAnswer, BookThreadData } from './book-thread.ts';

const mostSeconds = 60;
const mostMegabytes = 1024;

/**
 * Cuts a book in a thread of its own and returns the number of its chapters: a file of 30 MB takes
 * seconds, and those who are saving meanwhile must not wait for it.
 * @throws Refusal as cutting does, or IMPORT_FILE when it takes too much time or memory
 */
export function countChapters(bytes: Buffer, options: ImportOptions): Promise<number> {
  const data: BookThreadData = { bytes, options };
  const thread = new Worker(new URL('./book-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  return new Promise<number>((resolve, reject) => {
    const tooMuch = new Refusal('IMPORT_FILE', {
      text: '文件太大或太复杂，无法切章；请拆成几个文件分别导入',
    });
    const timer = setTimeout(() => reject(tooMuch), mostSeconds * 1000);
    thread.once('message', (answer: BookThreadAnswer) => {
      if ('total' in answer) resolve(answer.total);
      else reject(new Refusal(answer.refusal, { text: answer.text, detail: answer.detail }));
    });
    thread.once('error', (error) =>
      reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : error),
    );
    thread.once('exit', () => clearTimeout(timer));
  }).finally(() => thread.terminate());
}
