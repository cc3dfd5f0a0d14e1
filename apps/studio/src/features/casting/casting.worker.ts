import { discoverRoster, learnFromMarks, suggestSpeakers } from '@huaben/casting';
import type { CastingAnswer, CastingQuestion } from './casting-messages.ts';

self.onmessage = ({ data }: MessageEvent<CastingQuestion>) => {
  const { ticket, paragraphs, roster } = data;
  const discovered = discoverRoster(paragraphs, roster);
  const memory = learnFromMarks({ paragraphs, roster, discovered });
  const answer: CastingAnswer = {
    ticket,
    discovered,
    suggestions: suggestSpeakers({ paragraphs, roster, discovered, memory }),
  };
  self.postMessage(answer);
};
