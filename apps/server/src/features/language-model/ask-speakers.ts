import { createAnswerSheet } from './answer-sheet.ts';
import { batchesOf } from './batches.ts';
import type { Chat } from './chat-endpoint.ts';
import { namingOf } from './names.ts';
import { askPersistently, cancelled } from './persistent-chat.ts';
import type { Wait } from './persistent-chat.ts';
import { promptFor } from './prompt.ts';
import type { Slots } from './slots.ts';
import type { SpeakerAnswers, SpeakerQuestion, SpeakerRequest, Stop } from './speaker-question.ts';
import { createSpending } from './spending.ts';
import type { Prices } from './spending.ts';
import { boundOf } from './tokens.ts';

/** What asking needs; one for the whole process. */
export interface Asking {
  readonly chat: Chat;
  readonly wait: Wait;
  readonly prices: Prices;
  readonly slots: Slots;
  /** Batches of one request under way at once. */
  readonly concurrency: number;
  /** Tokens that the model may think before each reply. */
  readonly thinkingTokens: number;
}

/** Batches in a row without one usable answer after which the model is not worth its money. */
const mostUseless = 3;

const uselessModel: Stop = {
  code: 'useless',
  reason: `语言模型连续 ${mostUseless} 批的答复都不能用：已停止以免浪费费用，请管理员检查模型设置`,
};

/**
 * Asks the model who speaks some lines, each at most twice. Whatever the endpoint does, the result has
 * every line exactly once.
 * @throws RangeError when two lines have the same id
 */
export async function askSpeakers(asking: Asking, request: SpeakerRequest): Promise<SpeakerAnswers> {
  const { lines, ceilingFen, onProgress, signal } = request;
  if (new Set(lines.map((line) => line.id)).size !== lines.length)
    throw new RangeError('lines of a request must have different ids');
  const naming = namingOf(request);
  const sheet = createAnswerSheet(request);
  const spending = createSpending(asking.prices, ceilingFen);
  const answerable = lines.filter((line) => line.candidates.length > 0);
  const skipped = lines.length - answerable.length;
  const batches = batchesOf(answerable);
  let stopped: Stop | null = null;
  let useless = 0;

  /** One request about some lines; returns those that are still open. */
  const askOnce = async (asked: readonly SpeakerQuestion[]): Promise<readonly SpeakerQuestion[]> => {
    const messages = promptFor(asked, naming);
    const outcome = await askPersistently(asking.chat, asking.wait, {
      messages,
      bound: boundOf(messages, asked.length, asking.thinkingTokens),
      spending,
      signal,
      ended: () => stopped,
    });
    if (outcome.kind === 'stop') {
      stopped ??= outcome.stop;
      sheet.leave(asked, outcome.stop);
      return [];
    }
    if (outcome.kind === 'garbled') {
      sheet.garbled(asked, outcome.flaw);
      return asked;
    }
    if (!outcome.finished) sheet.note('truncated');
    return sheet.take(asked, outcome.content);
  };

  const askBatch = async (batch: readonly SpeakerQuestion[]): Promise<void> => {
    const open = await askOnce(batch);
    const left = open.length > 0 ? await askOnce(open) : open;
    sheet.giveUp(left);
    useless = left.length === batch.length ? useless + 1 : 0;
    if (useless === mostUseless) stopped ??= uselessModel;
    onProgress?.({ done: skipped + sheet.settled(), total: lines.length, fen: spending.usage().fen });
  };

  const queue = batches.values();
  const work = async (): Promise<void> => {
    for (;;) {
      const batch = stopped === null ? queue.next().value : undefined;
      if (!batch) return;
      const leaveSlot = await asking.slots.take(signal);
      if (!leaveSlot) {
        stopped ??= cancelled;
        return;
      }
      try {
        if (stopped === null) await askBatch(batch);
      } finally {
        leaveSlot();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(asking.concurrency, batches.length) }, work));
  // Assigned in closures, which the compiler's narrowing does not see.
  const end = stopped as Stop | null;
  return { answers: sheet.answers(end), usage: spending.usage(), stopped: end, flaws: sheet.flaws() };
}
