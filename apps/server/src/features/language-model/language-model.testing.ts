import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import * as z from 'zod';
import { readConfig } from '../../config.ts';
import { createLog } from '../../platform/log.ts';
import { languageModelFor } from './language-model.ts';
import type { LanguageModel } from './language-model.ts';
import type { SpeakerAnswers, SpeakerQuestion, SpeakerRequest } from './speaker-question.ts';

const asked = z.object({
  lines: z.array(
    z.object({
      line: z.number(),
      before: z.string(),
      quote: z.string(),
      after: z.string(),
      choices: z.array(z.string()),
    }),
  ),
});
const requestBody = z.object({
  model: z.string(),
  max_tokens: z.number(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** One request as the model saw it. */
export interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
  readonly maxTokens: number;
  readonly lines: z.output<typeof asked>['lines'];
}

/** How the double answers its n-th request, counted from 0. */
export type Behaviour = (seen: Seen, response: ServerResponse, count: number) => void;

/** Answers as a chat endpoint does. */
export const chatReply =
  (content: unknown, extra: Readonly<Record<string, unknown>> = {}): Behaviour =>
  (_seen, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
        ...extra,
      }),
    );
  };

/** Chooses for each line by its text; undefined leaves it out. */
export const choosing =
  (choose: (line: Seen['lines'][number]) => unknown): Behaviour =>
  (seen, response, count) => {
    const answers = seen.lines
      .map((line) => ({ line: line.line, choice: choose(line) }))
      .filter((answer) => answer.choice !== undefined);
    chatReply(JSON.stringify({ answers }))(seen, response, count);
  };

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return text;
};

/** The key that must turn up nowhere. */
export const secretKey = 'sk-this-must-turn-up-nowhere';

/** A double of a model's endpoint on this machine, and a model that is configured to use it. */
export interface ChatDouble {
  readonly address: string;
  readonly seen: readonly Seen[];
  /** Waits between tries that the model wanted, in milliseconds; they pass at once. */
  readonly waits: readonly number[];
  readonly logged: () => string;
  behave(behaviour: Behaviour): void;
  model(settings?: Readonly<Record<string, string>>): LanguageModel;
  close(): Promise<void>;
}

/** Starts a double; `behave` sets how it answers and forgets what was seen. */
export async function startChatDouble(): Promise<ChatDouble> {
  let behaviour: Behaviour = choosing(() => 1);
  const seen: Seen[] = [];
  const waits: number[] = [];
  let logged = '';
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { messages, max_tokens: maxTokens } = requestBody.parse(JSON.parse(body));
      const { lines } = asked.parse(JSON.parse(messages[1]?.content ?? ''));
      const { authorization } = request.headers;
      const entry: Seen = { path: request.url ?? '', authorization, body, maxTokens, lines };
      seen.push(entry);
      behaviour(entry, response, seen.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const address = `http://127.0.0.1:${at instanceof Object ? at.port : 0}/v1`;
  return {
    address,
    seen,
    waits,
    logged: () => logged,
    behave(next) {
      behaviour = next;
      seen.length = 0;
      waits.length = 0;
    },
    model(settings = {}) {
      const config = readConfig({
        LANGUAGE_MODEL_URL: address,
        LANGUAGE_MODEL_NAME: 'double',
        LANGUAGE_MODEL_KEY: secretKey,
        LANGUAGE_MODEL_INPUT_PRICE: '100',
        LANGUAGE_MODEL_OUTPUT_PRICE: '200',
        ...settings,
      });
      const sink = new Writable({
        write(chunk, _encoding, done) {
          logged += String(chunk);
          done();
        },
      });
      const log = createLog('trace', {}, sink);
      const model = languageModelFor(config, log, async (milliseconds) => {
        waits.push(milliseconds);
        await Promise.resolve();
      });
      if (!model) throw new Error('the double is configured');
      return model;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Some lines of a scene with three people in it. */
export const sceneLines = (count: number): SpeakerQuestion[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `l${at}`,
    text: `“第${at}句。”`,
    before: '老栓慌忙摸出洋钱。',
    after: '黑的人便抢过灯笼。',
    candidates: ['华老栓', '康大叔', '华大妈'],
  }));

/** Asks a double's model with no ceiling. */
export const ask = (
  double: ChatDouble,
  lines: readonly SpeakerQuestion[],
  more: Partial<SpeakerRequest> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<SpeakerAnswers> => double.model(settings).askSpeakers({ lines, ceilingFen: null, ...more });

/** The index (`null` for none of these) or the code of each answer. */
export const codes = ({ answers }: SpeakerAnswers): string[] =>
  answers.map((answer) => (answer.outcome === 'answered' ? String(answer.index) : answer.code));
