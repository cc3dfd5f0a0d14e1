import type { CastingParagraph, RosterEntry } from '@huaben/casting';
import type { CastingAnswer, CastingQuestion } from './casting-messages.ts';

/** Asks for suggestions off the main thread; of questions asked while one is worked on, only the newest is kept. */
export type CastingClient = {
  readonly ask: (paragraphs: readonly CastingParagraph[], roster: readonly RosterEntry[]) => void;
  readonly stop: () => void;
};

/** Starts the worker. `onAnswer` gets answers to the newest question only. */
export function startCasting(
  onAnswer: (answer: CastingAnswer) => void,
  onFailure: () => void,
): CastingClient {
  const worker = new Worker(new URL('./casting.worker.ts', import.meta.url), { type: 'module' });
  let ticket = 0;
  let working = false;
  let waiting: CastingQuestion | null = null;

  const next = () => {
    working = waiting !== null;
    if (waiting !== null) worker.postMessage(waiting);
    waiting = null;
  };
  worker.onmessage = ({ data }: MessageEvent<CastingAnswer>) => {
    next();
    if (data.ticket === ticket) onAnswer(data);
  };
  worker.onerror = () => {
    next();
    onFailure();
  };
  return {
    ask(paragraphs, roster) {
      ticket += 1;
      waiting = { ticket, paragraphs, roster };
      if (!working) next();
    },
    stop: () => worker.terminate(),
  };
}
