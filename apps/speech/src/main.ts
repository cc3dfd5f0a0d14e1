import { EngineMissing, loadEspeak } from './espeak.ts';
import type { Speak } from './espeak.ts';
import { decodeFrames, encodeFrame } from './frames.ts';
import { requestShape } from './requests.ts';
import { renderLine } from './utterance.ts';
import { VOICES } from './voices.ts';

/** An answer to one request: the header and, for speech, its PCM. */
interface Answer {
  readonly header: object;
  readonly pcm?: Uint8Array;
}

const MISSING =
  '未安装内置语音引擎（espeak-ng）。请联系管理员在服务器上执行 npm install，或改用其他配音引擎。';
const UNREADABLE = '语音引擎收到的请求格式不对，请更新程序后重试。';
const FAILED = '内置语音引擎没能读出这句台词，请检查其中是否有特殊符号，改写后重试。';

let engine: Promise<Speak> | undefined;

/** Reads requests until stdin closes, then ends: a dead parent leaves no orphan. */
async function serve(): Promise<void> {
  for await (const { header } of decodeFrames(process.stdin)) {
    const { header: answer, pcm } = await answerTo(header);
    if (!process.stdout.write(encodeFrame(answer, pcm))) await drained();
  }
}

async function answerTo(header: unknown): Promise<Answer> {
  const request = requestShape.safeParse(header);
  if (!request.success) return failure(idOf(header), 'BAD_REQUEST', UNREADABLE);
  if ('type' in request.data) {
    const voices = VOICES.map(({ id, name, sex, age, note }) => ({ id, name, sex, age, note }));
    return { header: { id: request.data.id ?? null, ok: true, voices } };
  }
  const { id, voice: voiceId } = request.data;
  const voice = VOICES.find((candidate) => candidate.id === voiceId);
  if (voice === undefined)
    return failure(id, 'VOICE', `内置语音引擎没有“${voiceId}”这个音色，请重新选择音色。`);
  try {
    engine ??= loadEspeak();
    const { sampleRate, pcm } = await renderLine(await engine, voice, request.data);
    return { header: { id, ok: true, sampleRate, samples: pcm.length / 2 }, pcm };
  } catch (error) {
    if (error instanceof EngineMissing) return failure(id, 'ENGINE_MISSING', MISSING);
    log('utterance failed', { characters: request.data.text.length, reason: nameOf(error) });
    return failure(id, 'FAILED', FAILED);
  }
}

function failure(id: string | number | null, code: string, message: string): Answer {
  return { header: { id, ok: false, code, message } };
}

function idOf(header: unknown): string | number | null {
  if (typeof header !== 'object' || header === null || !('id' in header)) return null;
  return typeof header.id === 'string' || typeof header.id === 'number' ? header.id : null;
}

/** stderr carries the log; the text of a line never appears in it. */
function log(event: string, detail: object): void {
  process.stderr.write(`${JSON.stringify({ event, ...detail })}\n`);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function drained(): Promise<void> {
  return new Promise((resolve) => process.stdout.once('drain', () => resolve()));
}

// The parent is gone when the pipe breaks: nobody is left to speak to.
process.stdout.on('error', () => process.exit(0));
try {
  await serve();
  process.exitCode = 0;
} catch (error) {
  log('protocol broken', { reason: nameOf(error) });
  process.exitCode = 1;
}
