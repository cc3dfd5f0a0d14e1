import type { DataChapter, DataQuote } from '../data/load-data-set.ts';
import type { Answer } from './answer.ts';
import { isNamed } from './answer.ts';

/** Kinds of failures, the first that fits. */
export const FAILURES = [
  'wording',
  'anonymous or group',
  'speaker not in the roster',
  'invented speaker',
  'addressee taken',
  'pronoun',
  'missed epithet or name in the frame',
  'alternation slip',
  'other without a frame',
] as const;
export type FailureKind = (typeof FAILURES)[number];

/** What went wrong with an answer, from the text beside the quotation; null when nothing did. */
export function failureKind(answer: Answer, quote: DataQuote, chapter: DataChapter): FailureKind | null {
  if (answer.right) return null;
  if (answer.speaker === '非对白' || answer.said === '非对白') return 'wording';
  if (!isNamed(answer.speaker) || !isNamed(answer.said)) return 'anonymous or group';
  if (answer.outOfReach) return 'speaker not in the roster';
  if (answer.invented) return 'invented speaker';
  if (isAddressed(answer.said, quote, chapter)) return 'addressee taken';
  if (answer.category === 'implicit') return 'pronoun';
  if (answer.category === 'explicit') return 'missed epithet or name in the frame';
  if (answer.rule === 'alternation' || answer.rule === 'vocative') return 'alternation slip';
  return 'other without a frame';
}

/** Whether the narration beside the quotation speaks to this person, or the quotation calls him by name. */
function isAddressed(person: string, quote: DataQuote, { text, roster }: DataChapter): boolean {
  const names = roster
    .filter(({ name }) => name === person)
    .flatMap(({ name, aliases }) => [name, ...aliases]);
  const lineStart = text.lastIndexOf('\n', quote.start - 1) + 1;
  const lineEnd = text.indexOf('\n', quote.end);
  const beside =
    text.slice(Math.max(lineStart, quote.start - 40), quote.start) +
    text.slice(quote.end, Math.min(lineEnd < 0 ? text.length : lineEnd, quote.end + 40));
  return names.some(
    (name) =>
      quote.text.includes(name) || [...'对向朝冲问跟和劝骂叫'].some((word) => beside.includes(word + name)),
  );
}
