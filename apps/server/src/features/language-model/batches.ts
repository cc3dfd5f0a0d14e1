import type { SpeakerQuestion } from './speaker-question.ts';

/** Lines of one request to the model: enough to be cheap, few enough to be answered with care. */
const mostLines = 12;
/** UTF-16 units of quotes and context that one request may hold, unless a single line has more. */
const mostCharacters = 8000;

const sizeOf = (line: SpeakerQuestion): number =>
  Math.min(line.text.length, 600) + Math.min(line.before.length, 400) + Math.min(line.after.length, 200);

/** Cuts lines into batches, in their order. */
export function batchesOf(lines: readonly SpeakerQuestion[]): SpeakerQuestion[][] {
  const batches: SpeakerQuestion[][] = [];
  let size = 0;
  for (const line of lines) {
    const last = batches.at(-1);
    if (last && last.length < mostLines && size + sizeOf(line) <= mostCharacters) {
      last.push(line);
      size += sizeOf(line);
    } else {
      batches.push([line]);
      size = sizeOf(line);
    }
  }
  return batches;
}
