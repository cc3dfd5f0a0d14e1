import type { Chat, ChatOutcome } from './chat-endpoint.ts';
import type { ChatMessage } from './prompt.ts';
import type { Spending, Tokens } from './spending.ts';
import type { Stop } from './speaker-question.ts';

/** Waits, or ends early when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;

const mostTries = 4;
/** A model that asks for more patience is left alone. */
const longestWaitSeconds = 30;

/** What the caller brings to a request: its bound is reserved for each try. */
export interface ChatRound {
  readonly messages: readonly ChatMessage[];
  readonly bound: Tokens;
  readonly spending: Spending;
  readonly signal: AbortSignal | undefined;
  /** Why the whole request of the user has ended meanwhile, or null. */
  readonly ended: () => Stop | null;
}

/** A reply, readable or not, or why there will be none. */
export type RoundOutcome = Extract<ChatOutcome, { kind: 'reply' | 'garbled' }> | { kind: 'stop'; stop: Stop };

export const cancelled: Stop = { code: 'cancelled', reason: '已取消：完成的部分保留' };
const ceilingReached: Stop = {
  code: 'ceiling',
  reason: '继续询问可能超过设定的费用上限：已停止，完成的部分保留',
};

const stop = (ended: Stop): RoundOutcome => ({ kind: 'stop', stop: ended });
const failed = (reason: string): RoundOutcome => stop({ code: 'failed', reason });

/** Asks until there is a reply, within the ceiling and with bounded patience. */
export async function askPersistently(chat: Chat, wait: Wait, round: ChatRound): Promise<RoundOutcome> {
  const { messages, bound, spending, signal, ended } = round;
  for (let tries = 1; ; tries += 1) {
    if (!(await spending.reserve(bound))) return stop(ended() ?? ceilingReached);
    const end = signal?.aborted ? cancelled : ended();
    if (end) {
      spending.release(bound);
      return stop(end);
    }
    const outcome = await chat(messages, bound.output, signal);
    const billed = outcome.kind === 'busy' || outcome.kind === 'refused' ? outcome.billed : true;
    spending.settle(bound, outcome.kind === 'reply' ? outcome.told : billed ? {} : 'unbilled');
    if (outcome.kind === 'cancelled') return stop(cancelled);
    if (outcome.kind === 'refused') return failed(outcome.reason);
    if (outcome.kind !== 'busy') return outcome;
    const { reason, retryAfterSeconds } = outcome;
    if (retryAfterSeconds !== null && retryAfterSeconds > longestWaitSeconds)
      return failed(`${reason}，要求 ${retryAfterSeconds} 秒后再来：请稍后重新开始，完成的部分保留`);
    if (tries === mostTries)
      return failed(`${reason}，试了 ${mostTries} 次都没有成功：请稍后重新开始，完成的部分保留`);
    await wait((retryAfterSeconds ?? 2 ** (tries - 1)) * 1000, signal);
  }
}
