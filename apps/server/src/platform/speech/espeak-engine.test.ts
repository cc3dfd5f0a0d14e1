import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAudio } from './audio-check.ts';
import { createEspeakEngine } from './espeak-engine.ts';
import { ESPEAK_VOICES } from './espeak-voices.ts';
import type { SpeechEngine } from './engine.ts';
import { FrameReader, requestFrame } from './frames.ts';

const ENTRY = fileURLToPath(new URL('../../../../speech/src/main.ts', import.meta.url));
const RATE = 22_050;
const line = (
  text: string,
  voiceId = 'man',
): { text: string; voiceId: string; rate: number; pitch: number } => ({
  text,
  voiceId,
  rate: 1,
  pitch: 0,
});

let folder: string;
let events: string[];
const engines: SpeechEngine[] = [];
const engineAt = (entry: string): SpeechEngine => {
  const engine = createEspeakEngine({
    nodePath: process.execPath,
    entry,
    log: (event) => events.push(event),
  });
  engines.push(engine);
  return engine;
};
const scripted = async (source: string): Promise<SpeechEngine> => {
  const entry = join(folder, 'entry.mjs');
  await writeFile(entry, source);
  return engineAt(entry);
};

beforeEach(async () => {
  events = [];
  folder = await mkdtemp(join(tmpdir(), 'speech-'));
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  await rm(folder, { recursive: true });
});

describe('the built-in engine', () => {
  it('speaks with every voice it lists, at the length that the text needs', async () => {
    const engine = engineAt(ENTRY);
    for (const { id } of engine.voices()) {
      const { samples, sampleRate } = await engine.synthesise(line('今天的天气真的很不错。', id));
      expect(sampleRate).toBe(RATE);
      expect(samples.length / RATE).toBeGreaterThan(1.5);
      expect(samples.length / RATE).toBeLessThan(6);
      expect(samples.every((x) => Math.abs(x) < 1)).toBe(true);
    }
    expect(events.filter((event) => event === 'speech-process-started')).toHaveLength(1);
  });

  it('answers many lines at once, each with its own audio', async () => {
    const engine = engineAt(ENTRY);
    const short = await engine.synthesise(line('好。'));
    const long = await engine.synthesise(line('他站在门口等了很久很久，谁也没有来。'));
    const both = await Promise.all([
      engine.synthesise(line('他站在门口等了很久很久，谁也没有来。')),
      engine.synthesise(line('好。')),
    ]);
    expect(both.map(({ samples }) => samples.length)).toEqual([long.samples.length, short.samples.length]);
  });

  it('speaks faster and higher when asked, and takes readings', async () => {
    const engine = engineAt(ENTRY);
    const text = '今天的天气真的很不错，我们出去走走吧。';
    const normal = await engine.synthesise(line(text));
    const fast = await engine.synthesise({ ...line(text), rate: 1.5 });
    expect(fast.samples.length).toBeLessThan(normal.samples.length * 0.8);
    const raised = await engine.synthesise({ ...line(text), pitch: 6 });
    expect(raised.samples).not.toEqual(normal.samples);
    const read = await engine.synthesise({ ...line(text), readings: [{ word: '天气', pinyin: 'tián qì' }] });
    expect(read.samples).not.toEqual(normal.samples);
  });

  it('makes a short silence of text that cannot be heard', async () => {
    const { samples } = await engineAt(ENTRY).synthesise(line('……'));
    expect(samples.length / RATE).toBeCloseTo(0.35, 2);
    expect(samples.every((x) => x === 0)).toBe(true);
  });

  it('refuses an unknown voice in words for the user', async () => {
    const refused = engineAt(ENTRY).synthesise(line('好。', 'nobody'));
    await expect(refused).rejects.toMatchObject({ code: 'TEXT', retryable: false });
    await expect(refused).rejects.toHaveProperty('userMessage', expect.stringContaining('nobody'));
  });

  it('drops a cancelled line and goes on with the next', async () => {
    const engine = engineAt(ENTRY);
    const abort = new AbortController();
    const cancelled = engine.synthesise({ ...line('这一句不要了。'), signal: abort.signal });
    const next = engine.synthesise(line('好。'));
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await next).samples.length).toBeGreaterThan(0);
    await expect(engine.synthesise({ ...line('好。'), signal: abort.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  it('fails what is under way as cancelled when it is closed', async () => {
    const engine = engineAt(ENTRY);
    const lines = [line('一。'), line('二。'), line('三。')].map((request) => engine.synthesise(request));
    const outcomes = Promise.allSettled(lines);
    await engine.close();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'CANCELLED' } });
    await expect(engine.synthesise(line('四。'))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('lists the voices that its process lists', async () => {
    const child = spawn(process.execPath, [ENTRY], { stdio: ['pipe', 'pipe', 'ignore'] });
    const reader = new FrameReader();
    const headers: unknown[] = [];
    child.stdout.on('data', (chunk: Buffer) =>
      headers.push(...reader.push(chunk).map(({ header }) => header)),
    );
    child.stdin.write(requestFrame({ type: 'voices' }));
    child.stdin.write(requestFrame({ id: 1, text: '好', voice: 'man', extra: 1 }));
    child.stdin.write(requestFrame({ id: 2, text: '好', voice: 'man' }));
    child.stdin.end();
    // The closed stdin alone ends the process, with the engine loaded: this is what happens when the server is killed.
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(headers).toEqual([
      { id: null, ok: true, voices: ESPEAK_VOICES },
      { id: 1, ok: false, code: 'BAD_REQUEST', message: expect.any(String) },
      { id: 2, ok: true, sampleRate: RATE, samples: expect.any(Number) },
    ]);
  });
});

describe('a process that fails', () => {
  it('is restarted after a crash; only the line under work fails', async () => {
    const flag = join(folder, 'crashed');
    const engine = await scripted(
      `import { existsSync, writeFileSync } from 'node:fs';
       if (existsSync(${JSON.stringify(flag)})) await import(${JSON.stringify(ENTRY)});
       else process.stdin.once('data', () => { writeFileSync(${JSON.stringify(flag)}, ''); process.exit(9); });`,
    );
    const [first, second] = await Promise.allSettled([
      engine.synthesise(line('一。')),
      engine.synthesise(line('二。')),
    ]);
    expect(first).toMatchObject({ reason: { code: 'CRASHED', retryable: true } });
    expect(second.status).toBe('fulfilled');
    expect(events).toContain('speech-process-ended');
  });

  it('is killed when it says something that is not a frame', async () => {
    const engine = await scripted(
      `process.stdin.once('data', () => console.log('hello, this is not a frame'));`,
    );
    await expect(engine.synthesise(line('一。'))).rejects.toMatchObject({ code: 'CRASHED' });
  });

  it('says that the engine is not installed, in words for the user', async () => {
    const engine = await scripted(
      `process.stdin.once('data', () => {
         const json = Buffer.from(JSON.stringify({ id: 1, ok: false, code: 'ENGINE_MISSING', message: '未安装' }));
         const lengths = [json.length, 0].map((n) => Buffer.from(Uint32Array.of(n).buffer));
         process.stdout.write(Buffer.concat([lengths[0], json, lengths[1]]));
       });`,
    );
    await expect(engine.synthesise(line('一。'))).rejects.toMatchObject({
      code: 'ENGINE_MISSING',
      retryable: false,
      userMessage: '未安装',
    });
  });

  it('cannot be started', async () => {
    const engine = createEspeakEngine({
      nodePath: join(folder, 'no-node'),
      entry: ENTRY,
      log: () => undefined,
    });
    engines.push(engine);
    await expect(engine.synthesise(line('一。'))).rejects.toMatchObject({ code: 'CRASHED' });
  });
});

describe('checkAudio', () => {
  const seconds = (length: number, value: number): { samples: Float32Array; sampleRate: number } => ({
    samples: new Float32Array(length * RATE).fill(value),
    sampleRate: RATE,
  });

  it.each([
    ['empty', seconds(0, 0)],
    ['silent', seconds(2, 0)],
    ['cut', seconds(0.1, 0.5)],
    ['of an impossible rate', { ...seconds(2, 0.5), sampleRate: 3 }],
  ])('refuses audio that is %s', (_, audio) => {
    expect(() => checkAudio('今天的天气真的很不错', 1, audio)).toThrow(
      expect.objectContaining({ code: 'BAD_AUDIO' }),
    );
  });

  it('takes speech, and silence where nothing is to be heard', () => {
    expect(() => checkAudio('今天的天气', 1, seconds(2, 0.5))).not.toThrow();
    expect(() => checkAudio('……', 1, seconds(0.3, 0))).not.toThrow();
  });
});
