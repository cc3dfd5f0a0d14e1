import { samePerson } from './names.ts';
import { mostCandidates } from './prompt.ts';
import { readAnswers } from './read-answers.ts';
import type { Flaw } from './read-answers.ts';
import type { SpeakerAnswer, SpeakerQuestion, SpeakerRequest, Stop, Unanswered } from './speaker-question.ts';

const reasons: Readonly<Record<Flaw, string>> = {
  empty: '语言模型没有给出答复',
  truncated: '语言模型的答复不完整',
  fenced: '语言模型的答复格式不对',
  prose: '语言模型的答复格式不对',
  'wrong-shape': '语言模型的答复格式不对',
  'wrong-type': '语言模型对这句的答复格式不对',
  'unknown-line': '语言模型的答复格式不对',
  'repeated-line': '语言模型对这句给了不止一个答案',
  'missing-line': '语言模型没有回答这句',
  'out-of-range': '语言模型给出的序号不在候选之内',
  'wrong-content-type': '语言模型的地址没有返回模型的答复',
  'not-json': '语言模型的答复格式不对',
  'too-large': '语言模型的答复过长',
};

/** The answers of a request while they come in: each line is settled at most once. */
export interface AnswerSheet {
  /** Takes what a reply says of some lines; returns the lines that it leaves open. */
  take(lines: readonly SpeakerQuestion[], content: string): SpeakerQuestion[];
  /** Notes that a reply could not be read at all. */
  garbled(lines: readonly SpeakerQuestion[], flaw: Flaw): void;
  /** Notes a flaw of a reply without consequence for a line. */
  note(flaw: Flaw): void;
  /** Leaves lines unanswered. */
  leave(lines: readonly SpeakerQuestion[], stop: Stop): void;
  /** Leaves lines unanswered for what was wrong with the last reply on them. */
  giveUp(lines: readonly SpeakerQuestion[]): void;
  settled(): number;
  /** Every line once, in the order of the request. */
  answers(stop: Stop | null): SpeakerAnswer[];
  flaws(): Record<string, number>;
}

const unanswered = (id: string, code: Unanswered, reason: string): SpeakerAnswer => ({
  id,
  outcome: 'unanswered',
  code,
  reason,
});

/** Whether the frame beside a line names somebody else than the answer does. */
function contradicts(
  line: SpeakerQuestion,
  index: number | null,
  aliases: SpeakerRequest['aliases'],
): boolean {
  const framed = line.framedSpeaker ?? '';
  if (framed === '') return false;
  const chosen = index === null ? undefined : line.candidates[index];
  if (chosen !== undefined) return !samePerson(chosen, framed, aliases);
  return line.candidates.some((name) => samePerson(name, framed, aliases));
}

/** An empty sheet for the lines of a request. */
export function createAnswerSheet({
  lines,
  aliases,
}: Pick<SpeakerRequest, 'lines' | 'aliases'>): AnswerSheet {
  const settled = new Map<string, SpeakerAnswer>();
  const lastFlaw = new Map<string, Flaw>();
  const counts = new Map<Flaw, number>();
  const note = (flaw: Flaw): void => {
    counts.set(flaw, (counts.get(flaw) ?? 0) + 1);
  };
  const settle = (line: SpeakerQuestion, choice: number): void => {
    const index = choice === 0 ? null : choice - 1;
    settled.set(
      line.id,
      contradicts(line, index, aliases)
        ? unanswered(line.id, 'contradiction', `与相邻的“${line.framedSpeaker ?? ''}说”矛盾`)
        : { id: line.id, outcome: 'answered', index },
    );
  };
  return {
    take(asked, content) {
      const limits = asked.map((line) => Math.min(line.candidates.length, mostCandidates));
      const { choices, unusable, flaws } = readAnswers(content, limits);
      for (const flaw of flaws) note(flaw);
      return asked.filter((line, at) => {
        const choice = choices.get(at + 1);
        if (choice === undefined) lastFlaw.set(line.id, unusable.get(at + 1) ?? 'missing-line');
        else settle(line, choice);
        return choice === undefined;
      });
    },
    garbled(asked, flaw) {
      note(flaw);
      for (const line of asked) lastFlaw.set(line.id, flaw);
    },
    note,
    leave(left, { code, reason }) {
      for (const { id } of left) settled.set(id, unanswered(id, code, reason));
    },
    giveUp(left) {
      for (const { id } of left) {
        const reason = `${reasons[lastFlaw.get(id) ?? 'missing-line']}，问了两次：请人工确认`;
        settled.set(id, unanswered(id, 'unusable', reason));
      }
    },
    settled: () => settled.size,
    answers: (stop) =>
      lines.map(({ id, candidates }) => {
        const answer = settled.get(id);
        if (answer) return answer;
        if (candidates.length === 0)
          return unanswered(id, 'no-candidates', '这句没有候选角色：请先找出角色，再询问语言模型');
        return unanswered(id, stop?.code ?? 'unusable', stop?.reason ?? '没有询问语言模型：请人工确认');
      }),
    flaws: () => Object.fromEntries(counts),
  };
}
