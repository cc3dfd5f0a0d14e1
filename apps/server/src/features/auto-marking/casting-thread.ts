import { Worker } from 'node:worker_threads';
import type { CastingAnswers, CastingQuestion, CastingReply, CastingRequest } from './casting-messages.ts';

const mostMegabytes = 1024;
const mostMs = 120_000;
const idleMs = 30_000;

/** Why a question has no answer: it would touch text or human marks, takes too much time or memory, or is a fault. */
type CastingTrouble = 'touched' | 'too-much' | 'fault';

/** The casting thread could not answer this question and would not another time. */
export class CastingFailed extends Error {
  readonly trouble: CastingTrouble;

  constructor(message: string, trouble: CastingTrouble) {
    super(message);
    this.trouble = trouble;
  }
}

/** The computing of casting, off the thread that serves heartbeats and the database. */
export interface CastingThread {
  /**
   * @throws CastingFailed; the reason of `signal` when it is aborted
   */
  ask<Q extends CastingQuestion>(question: Q, signal: AbortSignal): Promise<CastingAnswers[Q['ask']]>;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One thread for the whole process, started at the first question and ended when none came for a while.
 * Questions are answered one after another; a question that takes too long or too much memory costs the
 * thread, and with it the questions that wait: their jobs are tried again.
 */
export function createCastingThread(): CastingThread {
  let worker: Worker | null = null;
  let tickets = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  const end = (from: Worker, reason: unknown): void => {
    if (worker !== from) return;
    worker = null;
    const [first, ...others] = waiting.values();
    waiting.clear();
    // Questions are answered in order: the oldest one is the cause, the others only waited behind it.
    first?.reject(reason);
    for (const { reject } of others)
      reject(reason instanceof CastingFailed ? new Error('the casting thread was restarted') : reason);
    void from.terminate();
  };
  const start = (): Worker => {
    const next = new Worker(new URL('./casting.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    next.on('message', (reply: CastingReply) => {
      const asked = waiting.get(reply.ticket);
      waiting.delete(reply.ticket);
      if (reply.ok) asked?.resolve(reply.answer as never);
      else asked?.reject(new CastingFailed(reply.message, reply.touched ? 'touched' : 'fault'));
    });
    next.on('error', (error) => {
      const tooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(next, tooMuch ? new CastingFailed(error.message, 'too-much') : error);
    });
    next.on('exit', () => end(next, new Error('the casting thread ended')));
    // The thread does not keep a process alive that has nothing else to do.
    next.unref();
    return next;
  };

  return {
    async ask(question, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const thread = (worker ??= start());
      const ticket = (tickets += 1);
      const answer = Promise.withResolvers<never>();
      waiting.set(ticket, answer);
      const onAbort = (): void => end(thread, signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const timer = setTimeout(
        () => end(thread, new CastingFailed('casting takes too long', 'too-much')),
        mostMs,
      );
      thread.postMessage({ ticket, question } satisfies CastingRequest);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        clearTimeout(idle);
        idle = setTimeout(() => {
          if (worker !== null && waiting.size === 0) end(worker, new Error('the casting thread rests'));
        }, idleMs).unref();
      }
    },
  };
}
