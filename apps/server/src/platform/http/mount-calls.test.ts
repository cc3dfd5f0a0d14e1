import { defineCall } from '@huaben/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contract } from '../../composition.ts';
import { buildUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { isUnavailable, replyToError } from './failure.ts';
import { mountCalls } from './mount-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildApp();
});
afterAll(() => test.close());

describe('booting', () => {
  const call = defineCall({
    method: 'GET',
    path: 'x',
    params: z.strictObject({}),
    response: z.object({}),
    permission: { scope: 'session' },
    errors: [],
    summary: '',
  });
  const boot = (calls: object, handlers: object) => () =>
    mountCalls(Fastify(), calls as never, handlers as never, test.services);

  it('refuses a call without a permission rule or without a handler', () => {
    expect(boot({ f: { x: { ...call, permission: undefined } } }, { f: { x: () => ({}) } })).toThrow(
      'no permission rule',
    );
    expect(boot({ f: { x: call } }, { f: {} })).toThrow('no handler');
    expect(boot({ f: { x: call } }, { f: { x: () => ({}) } })).not.toThrow();
  });
});

describe('replies', () => {
  it('carry the suffix on errors and nothing undeclared', async () => {
    const reply = await test.app.inject({ method: 'POST', url: '/api/baseapp/user/info' });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      code: -100,
      msg: '登录已失效，请重新登录【画本工坊】',
      data: null,
      refusal: { name: 'LOGGED_OUT', detail: {} },
    });
    const user = await buildUser(test);
    const info = await test.app.inject({
      method: 'POST',
      url: '/api/baseapp/user/info',
      headers: { token: user.token },
    });
    expect(info.body).not.toContain('password');
  });

  it('ignore a bare cookie', async () => {
    const user = await buildUser(test);
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/baseapp/user/info',
      headers: { cookie: `token=${user.token}` },
    });
    expect(reply.json<{ code: number }>().code).toBe(-100);
  });

  it('stop coming to an address that asks too often, whatever tokens it invents', async () => {
    const ask = (token: string) =>
      test.app.inject({ url: '/api/baseapp/site/search', headers: { token }, remoteAddress: '10.9.8.7' });
    for (let count = 0; count < 120; count++) expect((await ask(`invented${count}`)).statusCode).toBe(200);
    const limited = await ask('one more');
    expect(limited.statusCode).toBe(429);
    expect(limited.json<{ code: number; msg: string }>()).toMatchObject({ code: -2 });
    expect(limited.json<{ msg: string }>().msg).toContain('操作太频繁');
  });

  it('refuse malformed bodies without a failure', async () => {
    const user = await buildUser(test);
    const post = async (payload: string, type = 'application/json') => {
      const reply = await test.app.inject({
        method: 'POST',
        url: '/api/baseapp/product/add',
        headers: { token: user.token, 'content-type': type },
        payload,
      });
      return { status: reply.statusCode, code: reply.json<{ code: number }>().code };
    };
    for (const body of [
      '{',
      '[]',
      '"x"',
      'null',
      '{"name":["a"]}',
      '{"__proto__":{"name":"x"}}',
      '{"name":{"toString":"x"}}',
      '{"name":1e400}',
    ]) {
      expect(await post(body), body).toEqual({ status: 200, code: -2 });
    }
    expect(await post('<x/>', 'text/xml')).toEqual({ status: 200, code: -2 });
    expect(await post(`{"name":"${'x'.repeat(3_000_000)}"}`)).toEqual({ status: 200, code: -2 });
  });

  it('hide the cause of an unforeseen failure behind a number', () => {
    const { status, envelope } = replyToError(new Error('select secret from users'), test.services.log);
    expect(status).toBe(500);
    expect(JSON.stringify(envelope)).not.toContain('secret');
    expect(envelope.msg).toMatch(/编号 [0-9a-f-]{36}/);
  });

  it('are 503 while the database is away', () => {
    expect(isUnavailable(Object.assign(new Error('x'), { code: '57P01' }))).toBe(true);
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isUnavailable(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'connect' }))).toBe(true);
    expect(isUnavailable(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
    expect(isUnavailable(new Error('syntax error'))).toBe(false);
    expect(
      replyToError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), test.services.log).status,
    ).toBe(503);
  });
});

describe('documents', () => {
  it('describe every call, in JSON and as a page', async () => {
    const json = (await test.app.inject('/api/baseapp/openapi.json')).json<{
      paths: Record<string, object>;
    }>();
    const page = (await test.app.inject('/api/baseapp/openapi')).body;
    for (const call of Object.values(contract).flatMap((group) => Object.values(group))) {
      expect(Object.keys(json.paths)).toContain(`/api/baseapp/${call.path}`);
      expect(page).toContain(`/api/baseapp/${call.path}`);
    }
  });

  it('tell liveness, readiness and, to this machine only, metrics', async () => {
    expect((await test.app.inject('/livez')).json()).toEqual({ live: true });
    expect((await test.app.inject('/readyz')).json()).toMatchObject({ ready: true, database: true });
    expect((await test.app.inject('/metrics')).body).toContain('http_request_seconds_bucket');
    expect(
      (await test.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode,
    ).toBe(404);
    expect((await test.app.inject({ url: '/metrics', remoteAddress: '10.1.2.3' })).statusCode).toBe(404);
  });

  it('forbid scripts from elsewhere and framing', async () => {
    const policy = String((await test.app.inject('/livez')).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
