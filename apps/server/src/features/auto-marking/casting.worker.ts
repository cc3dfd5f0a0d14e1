import { parentPort } from 'node:worker_threads';
import { discoverRoster, learnFromMarks, markChapters, suggestSpeakers } from '@huaben/casting';
import { answerTo } from './casting-answers.ts';
import type { CastingRules } from './casting-answers.ts';
import type { CastingReply, CastingRequest } from './casting-messages.ts';
import { TextTouched } from './line-marks.ts';

/** As a whole book is marked: people who are not in the chapter stay out of it, and its human marks teach. */
const rules: CastingRules = {
  discover: discoverRoster,
  suggest: ({ paragraphs, roster, discovered = [] }) => [
    ...(markChapters({
      chapters: [paragraphs],
      roster,
      discovered,
      suggest: (chapter) => suggestSpeakers({ ...chapter, memory: learnFromMarks(chapter) }),
    }).chapters[0] ?? []),
  ],
};

parentPort?.on('message', ({ ticket, question }: CastingRequest) => {
  const reply = (): CastingReply => {
    try {
      return { ticket, ok: true, answer: answerTo(question, rules) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ticket, ok: false, message, touched: error instanceof TextTouched };
    }
  };
  parentPort?.postMessage(reply());
});
