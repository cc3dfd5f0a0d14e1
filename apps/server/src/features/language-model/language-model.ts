import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Log } from '../../platform/log.ts';
import { askSpeakers } from './ask-speakers.ts';
import type { Asking } from './ask-speakers.ts';
import { batchesOf } from './batches.ts';
import { chatEndpoint } from './chat-endpoint.ts';
import { namingOf } from './names.ts';
import type { Wait } from './persistent-chat.ts';
import { promptFor } from './prompt.ts';
import { createSlots } from './slots.ts';
import type { ModelEstimate, SpeakerAnswers, SpeakerRequest } from './speaker-question.ts';
import { costOf } from './spending.ts';
import { boundOf, charactersOf, usualTokens } from './tokens.ts';

/** A language model that chooses among candidates. It never sees roles and never returns text. */
export interface LanguageModel {
  /** As the operator named it. */
  readonly name: string;
  /** What asking would take; sends nothing. */
  estimate(request: Pick<SpeakerRequest, 'lines' | 'aliases' | 'anonymise'>): ModelEstimate;
  /**
   * Asks about lines within a ceiling. Failures of the model end in `stopped`, never in a rejection.
   * @throws RangeError when two lines have the same id
   */
  askSpeakers(request: SpeakerRequest): Promise<SpeakerAnswers>;
}

const waitInTruth: Wait = async (milliseconds, signal) => {
  try {
    await sleep(milliseconds, undefined, signal ? { signal } : {});
  } catch {
    // Aborted: the caller looks at the signal itself.
  }
};

function estimate(
  { prices, thinkingTokens }: Pick<Asking, 'prices' | 'thinkingTokens'>,
  request: Pick<SpeakerRequest, 'lines' | 'aliases' | 'anonymise'>,
): ModelEstimate {
  const naming = namingOf(request);
  const sums = { requests: 0, characters: 0, inputTokens: 0, outputTokens: 0, fen: 0, fenAtMost: 0 };
  for (const batch of batchesOf(request.lines.filter((line) => line.candidates.length > 0))) {
    const messages = promptFor(batch, naming);
    const usual = usualTokens(messages, batch.length, thinkingTokens);
    sums.requests += 1;
    sums.characters += charactersOf(messages);
    sums.inputTokens += usual.input;
    sums.outputTokens += usual.output;
    sums.fen += costOf(usual, prices);
    sums.fenAtMost += 2 * costOf(boundOf(messages, batch.length, thinkingTokens), prices);
  }
  return sums;
}

/**
 * The language model of the configuration, or null when there is none. Make one per process: it holds
 * the limit on requests at once. `wait` is replaced by tests.
 */
export function languageModelFor(config: Config, log: Log, wait: Wait = waitInTruth): LanguageModel | null {
  const { LANGUAGE_MODEL_URL: url, LANGUAGE_MODEL_NAME: name } = config;
  if (url === undefined || name === undefined) return null;
  const asking: Asking = {
    chat: chatEndpoint({
      url,
      key: config.LANGUAGE_MODEL_KEY,
      model: name,
      timeoutSeconds: config.LANGUAGE_MODEL_TIMEOUT,
    }),
    wait,
    prices: {
      input: config.LANGUAGE_MODEL_INPUT_PRICE ?? 0,
      output: config.LANGUAGE_MODEL_OUTPUT_PRICE ?? 0,
    },
    slots: createSlots(config.LANGUAGE_MODEL_CONCURRENCY),
    concurrency: config.LANGUAGE_MODEL_CONCURRENCY,
    thinkingTokens: config.LANGUAGE_MODEL_THINKING_TOKENS,
  };
  return {
    name,
    estimate: (request) => estimate(asking, request),
    async askSpeakers(request) {
      const result = await askSpeakers(asking, request);
      log.info({
        event: 'language-model.asked',
        lines: result.answers.length,
        answered: result.answers.filter((answer) => answer.outcome === 'answered').length,
        stopped: result.stopped,
        flaws: result.flaws,
        usage: result.usage,
      });
      return result;
    },
  };
}
