import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryAfter } from './chat-endpoint.ts';
import { ask, choosing, codes, sceneLines, secretKey, startChatDouble } from './language-model.testing.ts';
import type { Behaviour, ChatDouble } from './language-model.testing.ts';

let double: ChatDouble;
beforeAll(async () => {
  double = await startChatDouble();
});
afterAll(() => double.close());

describe('an endpoint in trouble', () => {
  const failing =
    (status: number, headers: Readonly<Record<string, string>> = {}, times = Infinity): Behaviour =>
    (seen, response, count) => {
      if (count >= times) choosing(() => 1)(seen, response, count);
      else
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(`{"error":"${secretKey}"}`);
    };

  it.each([429, 500, 502, 503, 408])('is tried again with growing waits: %i', async (status) => {
    double.behave(failing(status, {}, 2));
    const result = await ask(double, sceneLines(1));
    expect(codes(result)).toEqual(['0']);
    expect(double.waits).toEqual([1000, 2000]);
    expect(result.usage).toMatchObject({ requests: 3, inputTokens: 100 });
  });

  it('is given up after four tries, with what is done kept', async () => {
    double.behave((seen, response, count) =>
      count === 0 ? choosing(() => 1)(seen, response, count) : failing(503)(seen, response, count),
    );
    const lines = sceneLines(36);
    const result = await ask(double, lines, {}, { LANGUAGE_MODEL_CONCURRENCY: '1' });
    expect(codes(result)).toEqual(lines.map((_, at) => (at < 12 ? '0' : 'failed')));
    expect(result.stopped).toEqual({
      code: 'failed',
      reason: '语言模型暂时出错（503），试了 4 次都没有成功：请稍后重新开始，完成的部分保留',
    });
    expect(double.seen).toHaveLength(5);
    expect(double.waits).toEqual([1000, 2000, 4000]);
  });

  it('is heeded when it names a time, but not for long', async () => {
    double.behave(failing(429, { 'retry-after': '7' }, 1));
    expect(codes(await ask(double, sceneLines(1)))).toEqual(['0']);
    expect(double.waits).toEqual([7000]);
    double.behave(failing(429, { 'retry-after': '3600' }));
    const result = await ask(double, sceneLines(1));
    expect(result.stopped?.reason).toBe(
      '语言模型限制了请求次数（429），要求 3600 秒后再来：请稍后重新开始，完成的部分保留',
    );
    expect(double.seen).toHaveLength(1);
    expect(double.waits).toEqual([]);
  });

  it('may name the time as a date, or as nonsense', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfter('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5);
    expect(retryAfter('Thu, 01 Jan 2025 00:00:05 GMT', now)).toBe(0);
    expect(retryAfter('soon', now)).toBeNull();
    expect(retryAfter(null, now)).toBeNull();
  });

  it.each([
    [401, 'LANGUAGE_MODEL_KEY'],
    [402, '余额不足'],
    [403, 'LANGUAGE_MODEL_KEY'],
    [404, 'LANGUAGE_MODEL_NAME'],
    [400, '不接受请求（400）'],
    [301, '没有跟随'],
    [307, '没有跟随'],
    [304, '没有跟随'],
  ])('that refuses is asked once: %i', async (status, reason) => {
    double.behave(failing(status, { location: `${double.address}/elsewhere` }));
    const result = await ask(double, sceneLines(40), {}, { LANGUAGE_MODEL_CONCURRENCY: '1' });
    expect(result.stopped?.code).toBe('failed');
    expect(result.stopped?.reason).toContain(reason);
    expect(double.seen).toHaveLength(1);
    expect(result.usage.fen).toBe(0);
  });

  it('that closes the connection in the middle is tried again and counted from above', async () => {
    double.behave((seen, response, count) => {
      if (count > 0) return choosing(() => 1)(seen, response, count);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":[', () => response.destroy());
    });
    const result = await ask(double, sceneLines(1));
    expect(codes(result)).toEqual(['0']);
    expect(result.usage).toMatchObject({ requests: 2, estimated: true });
    double.behave((_seen, response) => response.destroy());
    expect((await ask(double, sceneLines(1))).stopped?.reason).toMatch(
      /^与语言模型的连接中断（[A-Z_]+），试了 4 次/,
    );
  });

  it('that hangs before or within its reply is given up in time', async () => {
    double.behave((seen, response, count) => {
      if (count === 0) return;
      if (count === 1) response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      else choosing(() => 1)(seen, response, count);
    });
    const result = await ask(double, sceneLines(1), {}, { LANGUAGE_MODEL_TIMEOUT: '1' });
    expect(codes(result)).toEqual(['0']);
    expect(double.seen).toHaveLength(3);
    expect(result.usage.estimated).toBe(true);
  });

  it('that is not there is said to be', async () => {
    const gone = await startChatDouble();
    const model = gone.model();
    await gone.close();
    const result = await model.askSpeakers({ lines: sceneLines(1), ceilingFen: null });
    expect(result.stopped?.reason).toMatch(/^连接不上语言模型（ECONNREFUSED）/);
    expect(result.usage.fen).toBe(0);
  });

  it('never brings the key, the text of a novel or its own words into reasons or logs', async () => {
    double.behave(choosing(() => 1));
    await ask(double, sceneLines(1));
    expect(double.seen[0]?.authorization).toContain(secretKey);
    for (const status of [400, 401, 429, 500]) {
      double.behave(failing(status));
      expect(JSON.stringify(await ask(double, sceneLines(1)))).not.toContain(secretKey);
    }
    expect(double.logged()).toContain('language-model.asked');
    expect(double.logged()).not.toContain(secretKey);
    expect(double.logged()).not.toContain('老栓');
  });
});

describe('cancelling', () => {
  it('ends requests under way and keeps what is done', async () => {
    const user = new AbortController();
    let closed = false;
    double.behave((seen, response, count) => {
      if (count === 0) return choosing(() => 1)(seen, response, count);
      response.once('close', () => (closed = true));
      user.abort();
    });
    const lines = sceneLines(36);
    const result = await ask(double, lines, { signal: user.signal }, { LANGUAGE_MODEL_CONCURRENCY: '1' });
    expect(codes(result)).toEqual(lines.map((_, at) => (at < 12 ? '0' : 'cancelled')));
    expect(result.stopped?.code).toBe('cancelled');
    expect(result.usage).toMatchObject({ requests: 2, estimated: true });
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(true);
  });

  it('beforehand sends nothing', async () => {
    double.behave(choosing(() => 1));
    const result = await ask(double, sceneLines(2), { signal: AbortSignal.abort() });
    expect(codes(result)).toEqual(['cancelled', 'cancelled']);
    expect(double.seen).toHaveLength(0);
  });

  it('does not wait for the places of others', async () => {
    const user = new AbortController();
    let answer = (): void => undefined;
    double.behave((seen, response, count) => {
      answer = () => choosing(() => 1)(seen, response, count);
      user.abort();
    });
    const model = double.model({ LANGUAGE_MODEL_CONCURRENCY: '1' });
    const others = model.askSpeakers({ lines: sceneLines(1), ceilingFen: null });
    const result = await model.askSpeakers({ lines: sceneLines(1), ceilingFen: null, signal: user.signal });
    expect(codes(result)).toEqual(['cancelled']);
    answer();
    expect(codes(await others)).toEqual(['0']);
  });
});
