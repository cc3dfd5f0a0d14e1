import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '@huaben/contract';
import { cutBook } from './book-chapters.ts';
import type { ImportOptions } from './book-chapters.ts';

/** What the thread is given and what it says. */
export interface BookThreadData {
  readonly bytes: Uint8Array;
  readonly options: ImportOptions;
}
/** The number of chapters, or why there are none. */
export type BookThreadAnswer =
  | { readonly total: number }
  | { readonly refusal: Refusal['refusal']; readonly text: string; readonly detail: Refusal['detail'] };

const { bytes, options } = workerData as BookThreadData;
const answer = (): BookThreadAnswer => {
  try {
    return { total: cutBook(bytes, options).length };
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: error.refusal, text: error.message, detail: error.detail };
    throw error;
  }
};
parentPort?.postMessage(answer());
