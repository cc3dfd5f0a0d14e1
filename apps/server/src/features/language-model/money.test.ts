import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, chatReply, choosing, codes, sceneLines, startChatDouble } from './language-model.testing.ts';
import type { ChatDouble } from './language-model.testing.ts';

let double: ChatDouble;
beforeAll(async () => {
  double = await startChatDouble();
});
afterAll(() => double.close());

describe('money', () => {
  const price = { LANGUAGE_MODEL_CONCURRENCY: '1' };

  it('is estimated before, from above', async () => {
    double.behave(choosing(() => 1));
    const lines = sceneLines(30);
    const model = double.model();
    const estimate = model.estimate({ lines });
    expect(double.seen).toHaveLength(0);
    await model.askSpeakers({ lines, ceilingFen: null });
    const sent = double.seen.reduce((sum, { body }) => sum + body.length, 0);
    expect(estimate.requests).toBe(double.seen.length);
    expect(estimate.inputTokens).toBeGreaterThan(estimate.characters);
    expect(estimate.characters).toBeLessThan(sent);
    expect(estimate.fen).toBeCloseTo((estimate.inputTokens * 100 + estimate.outputTokens * 200) / 1e6, 9);
    expect(estimate.fenAtMost).toBeGreaterThan(2 * estimate.fen);
    expect(model.estimate({ lines: [] })).toMatchObject({ requests: 0, fen: 0, fenAtMost: 0 });
  });

  it('stops before a batch that could exceed the ceiling and keeps what is done', async () => {
    double.behave(choosing(() => 1));
    const lines = sceneLines(60);
    const once = double.model().estimate({ lines }).fenAtMost / 10;
    // The double uses 0.012 分 a batch: after three of them a fourth bound does not fit.
    const result = await ask(double, lines, { ceilingFen: once + 0.03 }, price);
    expect(double.seen).toHaveLength(3);
    expect(codes(result)).toEqual(lines.map((_, at) => (at < 36 ? '0' : 'ceiling')));
    expect(result.stopped).toEqual({
      code: 'ceiling',
      reason: '继续询问可能超过设定的费用上限：已停止，完成的部分保留',
    });
    expect(result.usage.fen).toBeLessThanOrEqual(once + 0.03);
  });

  it('of nothing asks nothing, unless the model is free', async () => {
    double.behave(choosing(() => 1));
    expect(codes(await ask(double, sceneLines(1), { ceilingFen: 0 }))).toEqual(['ceiling']);
    expect(double.seen).toHaveLength(0);
    const free = { LANGUAGE_MODEL_INPUT_PRICE: '0', LANGUAGE_MODEL_OUTPUT_PRICE: '0' };
    expect(codes(await ask(double, sceneLines(1), { ceilingFen: 0 }, free))).toEqual(['0']);
  });

  it('is not spent on a second question that the ceiling does not allow', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 10 };
    double.behave(chatReply('{"answers":[{"line":1,"choice":1},{"line":2,"choice":9}]}', { usage }));
    const lines = sceneLines(2);
    const bound = double.model().estimate({ lines }).fenAtMost / 2;
    const result = await ask(double, lines, { ceilingFen: bound }, price);
    expect(codes(result)).toEqual(['0', 'ceiling']);
    expect(double.seen).toHaveLength(1);
  });

  it.each([
    ['no usage', {}, true],
    ['null', { usage: null }, true],
    ['negative', { usage: { prompt_tokens: -5, completion_tokens: 10 } }, true],
    ['text', { usage: { prompt_tokens: '5', completion_tokens: {} } }, true],
    ['a part', { usage: { prompt_tokens: 5 } }, true],
    ['more than the bound', { usage: { prompt_tokens: 5, completion_tokens: 100_000 } }, false],
  ])(
    'is taken from the usage that the reply tells, else from the bound: %s',
    async (_what, extra, estimated) => {
      double.behave(chatReply('{"answers":[{"line":1,"choice":1}]}', { usage: undefined, ...extra }));
      const { usage } = await ask(double, sceneLines(1));
      expect(usage.estimated).toBe(estimated);
      expect(usage.fen).toBeGreaterThan(0.012);
    },
  );
});
