import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createLog } from '../../platform/log.ts';
import { languageModelFor } from './language-model.ts';
import {
  ask,
  chatReply,
  choosing,
  codes,
  sceneLines,
  secretKey,
  startChatDouble,
} from './language-model.testing.ts';
import type { Behaviour, ChatDouble } from './language-model.testing.ts';
import type { SpeakerAnswers, SpeakerQuestion } from './speaker-question.ts';

let double: ChatDouble;
beforeAll(async () => {
  double = await startChatDouble();
});
afterAll(() => double.close());

/** Each line once, in order, with an index within its candidates or a reason. */
function expectSound(lines: readonly SpeakerQuestion[], { answers }: SpeakerAnswers): void {
  expect(answers.map((answer) => answer.id)).toEqual(lines.map((line) => line.id));
  for (const [at, answer] of answers.entries()) {
    if (answer.outcome === 'unanswered') expect(answer.reason).toMatch(/\p{Script=Han}/u);
    else if (answer.index !== null) expect(lines[at]?.candidates[answer.index]).toEqual(expect.any(String));
  }
}

const first = <T>(values: readonly T[]): T => {
  const [value] = values;
  if (value === undefined) throw new Error('nothing there');
  return value;
};

it('is off unless it is configured', () => {
  expect(languageModelFor(readConfig({}), createLog('silent', {}))).toBeNull();
});

describe('asking', () => {
  it('sends numbers, context and candidates, and returns indexes', async () => {
    double.behave(choosing(({ quote }) => (quote.includes('1') ? 0 : 3)));
    const progress: unknown[] = [];
    const result = await ask(double, sceneLines(3), { onProgress: (step) => progress.push(step) });
    expect(codes(result)).toEqual(['2', 'null', '2']);
    expect(result.stopped).toBeNull();
    expect(result.flaws).toEqual({});
    expect(result.usage).toEqual({
      requests: 1,
      inputTokens: 100,
      outputTokens: 10,
      fen: 0.012,
      estimated: false,
    });
    expect(progress).toEqual([{ done: 3, total: 3, fen: 0.012 }]);
    const [request] = double.seen;
    expect(request).toMatchObject({
      path: '/v1/chat/completions',
      authorization: `Bearer ${secretKey}`,
      maxTokens: 220,
    });
    expect(request?.lines[0]).toEqual({
      line: 1,
      before: '老栓慌忙摸出洋钱。',
      quote: '“第0句。”',
      after: '黑的人便抢过灯笼。',
      choices: ['0 都不是', '1 华老栓', '2 康大叔', '3 华大妈'],
    });
    expect(request?.body).not.toContain('l0');
  });

  it('hides names when asked to', async () => {
    double.behave(choosing(() => 1));
    await ask(double, sceneLines(1), { anonymise: true, aliases: new Map([['华老栓', ['老栓']]]) });
    const sent = first(first(double.seen).lines);
    expect(sent.before).toBe('[C0]慌忙摸出洋钱。');
    expect(sent.choices).toEqual(['0 都不是', '1 [C0]', '2 [C1]', '3 [C2]']);
    expect(first(double.seen).body).not.toContain('老栓');
  });

  it('cuts many lines into batches and long texts to their near ends', async () => {
    double.behave(choosing(() => 1));
    const long = {
      text: '话'.repeat(5000),
      before: `远${'前'.repeat(5000)}`,
      after: `${'后'.repeat(5000)}远`,
    };
    const lines = sceneLines(30).map((line) => ({ ...line, ...long }));
    const result = await ask(double, lines);
    expect(codes(result)).toEqual(lines.map(() => '0'));
    expect(Math.max(...double.seen.map((request) => request.lines.length))).toBeLessThanOrEqual(12);
    expect(first(double.seen).body).not.toContain('远');
    expect(Math.max(...double.seen.map((request) => request.body.length))).toBeLessThan(15_000);
  });

  it('sends well-formed text when a cut falls into a surrogate pair', async () => {
    double.behave(choosing(() => 1));
    await ask(double, [{ ...first(sceneLines(1)), after: `${'后'.repeat(199)}😀` }]);
    expect(first(first(double.seen).lines).after.isWellFormed()).toBe(true);
  });

  it('does not ask about lines without candidates', async () => {
    double.behave(choosing(() => 1));
    const result = await ask(
      double,
      sceneLines(2).map((line, at) => (at === 0 ? { ...line, candidates: [] } : line)),
    );
    expect(codes(result)).toEqual(['no-candidates', '0']);
    expect(first(double.seen).lines).toHaveLength(1);
    expect(codes(await ask(double, []))).toEqual([]);
  });

  it('refuses two lines of the same id', async () => {
    await expect(ask(double, [...sceneLines(1), ...sceneLines(1)])).rejects.toThrow(RangeError);
  });

  it('asks no more at once than is configured, for all its callers together', async () => {
    let open = 0;
    let most = 0;
    double.behave((seen, response, count) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        choosing(() => 1)(seen, response, count);
      });
    });
    const model = double.model({ LANGUAGE_MODEL_CONCURRENCY: '2' });
    const lines = sceneLines(60);
    const results = await Promise.all(
      [lines, lines].map((each) => model.askSpeakers({ lines: each, ceilingFen: null })),
    );
    for (const result of results) expect(codes(result)).toEqual(lines.map(() => '0'));
    expect(most).toBe(2);
    expect(double.seen).toHaveLength(10);
  });
});

describe('a frame that names somebody else', () => {
  const aliases = new Map([['华老栓', ['老栓']]]);
  const framed = (framedSpeaker: string, choice: number) => {
    double.behave(choosing(() => choice));
    return ask(double, [{ ...first(sceneLines(1)), framedSpeaker }], { aliases });
  };

  it('keeps the answer from being taken and is not asked again', async () => {
    const result = await framed('老栓', 2);
    expect(result.answers).toEqual([
      { id: 'l0', outcome: 'unanswered', code: 'contradiction', reason: '与相邻的“老栓说”矛盾' },
    ]);
    expect(double.seen).toHaveLength(1);
  });
  it.each([
    ['老栓', 1, '0'],
    ['华老栓', 1, '0'],
    ['华老栓', 0, 'contradiction'],
    ['夏瑜', 0, 'null'],
    ['夏瑜', 1, 'contradiction'],
  ])('%s and choice %i: %s', async (name, choice, code) => {
    expect(codes(await framed(name, choice))).toEqual([code]);
  });
});

describe('a bad reply', () => {
  it('keeps its valid part and has the rest asked once more', async () => {
    double.behave((seen, response, count) =>
      choosing(({ line }) => (count === 0 ? [1, 99, '3', undefined][line - 1] : 2))(seen, response, count),
    );
    const result = await ask(double, sceneLines(4));
    expect(codes(result)).toEqual(['0', '1', '1', '1']);
    expect(double.seen.map((request) => request.lines.map((line) => line.quote))).toEqual([
      ['“第0句。”', '“第1句。”', '“第2句。”', '“第3句。”'],
      ['“第1句。”', '“第2句。”', '“第3句。”'],
    ]);
    expect(result.flaws).toEqual({ 'out-of-range': 1, 'wrong-type': 1, 'missing-line': 1 });
    expect(result.stopped).toBeNull();
  });

  it.each([
    ['an index out of range', choosing(() => 4), '语言模型给出的序号不在候选之内，问了两次：请人工确认'],
    ['a missing line', choosing(() => undefined), '语言模型没有回答这句，问了两次：请人工确认'],
    [
      'a name in place of a number',
      choosing(() => '华老栓'),
      '语言模型对这句的答复格式不对，问了两次：请人工确认',
    ],
    [
      'a line answered twice',
      chatReply('{"answers":[{"line":1,"choice":1},{"line":1,"choice":2}]}'),
      '语言模型对这句给了不止一个答案，问了两次：请人工确认',
    ],
    ['nothing', chatReply(''), '语言模型没有给出答复，问了两次：请人工确认'],
    ['no text', chatReply(null), '语言模型没有给出答复，问了两次：请人工确认'],
    ['prose', chatReply('是华老栓说的。'), '语言模型的答复格式不对，问了两次：请人工确认'],
    ['a cut reply', chatReply('{"answers":[{"line":1,"ch'), '语言模型的答复不完整，问了两次：请人工确认'],
  ])('twice leaves the line open with its reason: %s', async (_what, behaviour, reason) => {
    double.behave(behaviour);
    const result = await ask(double, sceneLines(1));
    expect(result.answers).toEqual([{ id: 'l0', outcome: 'unanswered', code: 'unusable', reason }]);
    expect(double.seen).toHaveLength(2);
    expect(result.usage).toMatchObject({ requests: 2, inputTokens: 200, estimated: false });
  });

  it('notes a reply that ended at its limit', async () => {
    double.behave(
      chatReply('{"answers":[{"line":1,"choice":1}]}', {
        choices: [{ message: { content: '{"answers":[{"line":1,"choice":1}]}' }, finish_reason: 'length' }],
      }),
    );
    const result = await ask(double, sceneLines(1));
    expect(codes(result)).toEqual(['0']);
    expect(result.flaws).toEqual({ truncated: 1 });
  });

  const raw =
    (type: string, body: string, status = 200): Behaviour =>
    (_seen, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
  const packed: Behaviour = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(Buffer.alloc(20_000_000)));
  };
  it.each<[string, Behaviour, string]>([
    ['a page', raw('text/html', '<html>请登录</html>'), 'wrong-content-type'],
    ['a page that says it is JSON', raw('application/json', '<html>请登录</html>'), 'not-json'],
    ['JSON of the wrong type', raw('text/plain', '{"choices":[]}'), 'wrong-content-type'],
    ['an empty body', raw('application/json', ''), 'empty'],
    ['no choices', raw('application/json', '{"choices":[]}'), 'wrong-shape'],
    ['something else', raw('application/json', '[1,2]'), 'wrong-shape'],
    ['a small body that unpacks to a huge one', packed, 'too-large'],
    ['a huge body', raw('application/json', 'x'.repeat(3_000_000)), 'too-large'],
  ])('that is no chat reply counts as unusable: %s', async (_what, behaviour, flaw) => {
    double.behave(behaviour);
    const result = await ask(double, sceneLines(2));
    expect(codes(result)).toEqual(['unusable', 'unusable']);
    expect(result.flaws[flaw]).toBe(2);
    expect(result.usage).toMatchObject({ requests: 2, estimated: true });
  });

  it('that never ends is left at its limit', async () => {
    let closed = 0;
    double.behave((_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      response.once('close', () => (closed += 1));
      more();
    });
    expect(codes(await ask(double, sceneLines(1)))).toEqual(['unusable']);
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(2);
  });

  it('batch after batch ends the request before it costs more', async () => {
    double.behave(chatReply('好的。'));
    const lines = sceneLines(120);
    const result = await ask(double, lines, {}, { LANGUAGE_MODEL_CONCURRENCY: '1' });
    expectSound(lines, result);
    expect(result.stopped?.code).toBe('useless');
    expect(double.seen).toHaveLength(6);
    expect(codes(result).at(-1)).toBe('useless');
  });
});

it('has each line once, in range or with a reason, whatever the endpoint sends', async () => {
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .array(fc.record({ line: fc.integer({ min: -1, max: 6 }), choice: fc.integer({ min: -1, max: 5 }) }))
      .map((answers) => JSON.stringify({ answers })),
  );
  const body = fc.oneof(
    content.map((each): Behaviour => chatReply(each)),
    fc.json().map((text): Behaviour => (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    }),
    fc.constantFrom(200, 204, 302, 400, 429, 500).map((status): Behaviour => (_seen, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end();
    }),
    fc.constant<Behaviour>((_seen, response) => response.destroy()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 4 }), fc.nat(30), async (bodies, count) => {
      double.behave((seen, response, at) => bodies[at % bodies.length]?.(seen, response, at));
      const lines = sceneLines(count);
      expectSound(lines, await ask(double, lines));
    }),
    { numRuns: 40 },
  );
});
