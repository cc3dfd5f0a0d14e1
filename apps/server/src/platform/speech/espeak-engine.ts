import { fromPcm16 } from '@huaben/sound';
import { z } from 'zod';
import { checkAudio } from './audio-check.ts';
import { SpeechEngineError } from './engine.ts';
import type { SpeechAudio, SpeechEngine, SpeechFailure, SpeechRequest } from './engine.ts';
import { EspeakProcess } from './espeak-process.ts';
import { ESPEAK_VOICES } from './espeak-voices.ts';
import type { Frame } from './frames.ts';

/** Where the engine's process is, and where its events are logged. */
export interface EspeakOptions {
  /** The Node 24 that runs it. */
  readonly nodePath: string;
  /** Path of apps/speech/src/main.ts. */
  readonly entry: string;
  /** `detail` never holds text of a novel. */
  readonly log: (event: string, detail: object) => void;
}

/** One at work and one waiting in the pipe, so that the engine never idles between two lines. */
const MOST_IN_PIPE = 2;
const TIMEOUT_MS = 20_000;
const TIMEOUT_MS_PER_CHARACTER = 200;

const answerShape = z.union([
  z.object({ id: z.number(), ok: z.literal(true), sampleRate: z.int(), samples: z.int() }),
  z.object({ id: z.number(), ok: z.literal(false), code: z.string(), message: z.string() }),
]);

interface Pending {
  readonly id: number;
  readonly request: SpeechRequest;
  readonly resolve: (audio: SpeechAudio) => void;
  readonly reject: (error: SpeechEngineError) => void;
}

/** The built-in engine: espeak-ng in its own process, started at the first request and again after a crash. */
export function createEspeakEngine(options: EspeakOptions): SpeechEngine {
  return new EspeakEngine(options);
}

class EspeakEngine implements SpeechEngine {
  readonly id = 'espeak-ng';
  readonly name = '内置语音（espeak-ng）';
  readonly coinsPer100Characters = 0;
  readonly #options: EspeakOptions;
  readonly #waiting: Pending[] = [];
  /** Sent and not answered, in order; a null request was cancelled and its answer is dropped. */
  #sent: { id: number; pending: Pending | null }[] = [];
  #process: EspeakProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #closed = false;

  constructor(options: EspeakOptions) {
    this.#options = options;
  }

  voices(): typeof ESPEAK_VOICES {
    return ESPEAK_VOICES;
  }

  async synthesise(request: SpeechRequest): Promise<SpeechAudio> {
    const { signal } = request;
    if (this.#closed || signal?.aborted === true) throw cancelled();
    const id = this.#nextId;
    this.#nextId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<SpeechAudio>();
    const pending = { id, request, resolve, reject };
    const abort = (): void => this.#cancel(pending);
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(pending);
    this.#fill();
    try {
      const audio = await promise;
      checkAudio(request.text, request.rate, audio);
      return audio;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#process;
    this.#process = null;
    for (const pending of this.#takeAll()) pending.reject(cancelled());
    await running?.close();
  }

  #fill(): void {
    while (this.#sent.length < MOST_IN_PIPE) {
      const pending = this.#waiting.shift();
      if (pending === undefined) return;
      const { text, voiceId: voice, rate, pitch, readings } = pending.request;
      this.#sent.push({ id: pending.id, pending });
      this.#running().send({ id: pending.id, text, voice, rate, pitch, readings: readings ?? [] });
      if (this.#sent.length === 1) this.#startTimer();
    }
  }

  #running(): EspeakProcess {
    if (this.#process !== null) return this.#process;
    const { nodePath, entry, log } = this.#options;
    const started: EspeakProcess = new EspeakProcess({
      nodePath,
      entry,
      onFrame: (frame) => this.#onFrame(started, frame),
      onEnd: (reason) => this.#onEnd(started, reason),
      onLog: (line) => log('speech-process', { line }),
    });
    log('speech-process-started', {});
    this.#process = started;
    return started;
  }

  #onFrame(from: EspeakProcess, { header, body }: Frame): void {
    const answer = answerShape.safeParse(header);
    const first = this.#sent[0];
    if (from !== this.#process) return;
    if (!answer.success || first === undefined || answer.data.id !== first.id) {
      this.#restart('an answer that nobody asked for', 'CRASHED');
      return;
    }
    this.#sent.shift();
    this.#startTimer();
    this.#fill();
    if (first.pending === null) return;
    if (!answer.data.ok) first.pending.reject(failureOf(answer.data.code, answer.data.message));
    else if (body.length !== answer.data.samples * 2) first.pending.reject(crashed());
    else first.pending.resolve({ samples: fromPcm16(body), sampleRate: answer.data.sampleRate });
  }

  #onEnd(ended: EspeakProcess, reason: string): void {
    if (ended !== this.#process) return;
    this.#process = null;
    this.#options.log('speech-process-ended', { reason, unanswered: this.#sent.length });
    this.#failFirst('CRASHED');
  }

  /** Ends a process that hangs or misbehaves; the line that it was at fails, those behind it get a new process. */
  #restart(reason: string, code: 'CRASHED' | 'TIMEOUT'): void {
    this.#options.log('speech-process-killed', { reason });
    const broken = this.#process;
    this.#process = null;
    broken?.kill();
    this.#failFirst(code);
  }

  #failFirst(code: 'CRASHED' | 'TIMEOUT'): void {
    const [first, ...behind] = this.#sent;
    this.#sent = [];
    clearTimeout(this.#timer);
    this.#waiting.unshift(...behind.flatMap(({ pending }) => (pending === null ? [] : [pending])));
    first?.pending?.reject(code === 'TIMEOUT' ? timedOut() : crashed());
    this.#fill();
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    const first = this.#sent[0];
    if (first === undefined) return;
    const characters = first.pending?.request.text.length ?? 0;
    this.#timer = setTimeout(
      () => this.#restart('no answer in time', 'TIMEOUT'),
      TIMEOUT_MS + TIMEOUT_MS_PER_CHARACTER * characters,
    );
    // A line under way must not keep a process alive that wants to end.
    this.#timer.unref();
  }

  #cancel(pending: Pending): void {
    const waiting = this.#waiting.indexOf(pending);
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    const sent = this.#sent.find((entry) => entry.pending === pending);
    if (sent !== undefined) sent.pending = null;
    pending.reject(cancelled());
  }

  #takeAll(): Pending[] {
    clearTimeout(this.#timer);
    const all = [
      ...this.#sent.flatMap(({ pending }) => (pending === null ? [] : [pending])),
      ...this.#waiting,
    ];
    this.#sent = [];
    this.#waiting.length = 0;
    return all;
  }
}

const KNOWN: ReadonlyMap<string, SpeechFailure> = new Map([
  ['ENGINE_MISSING', 'ENGINE_MISSING'],
  ['VOICE', 'TEXT'],
  ['BAD_REQUEST', 'TEXT'],
  ['FAILED', 'TEXT'],
]);

function failureOf(code: string, message: string): SpeechEngineError {
  return new SpeechEngineError(KNOWN.get(code) ?? 'CRASHED', message);
}

function cancelled(): SpeechEngineError {
  return new SpeechEngineError('CANCELLED', '这句台词的合成已取消。');
}

function crashed(): SpeechEngineError {
  return new SpeechEngineError(
    'CRASHED',
    '内置语音引擎在读这句台词时意外退出，已自动重启。请重试；仍不行请改写这句台词。',
  );
}

function timedOut(): SpeechEngineError {
  return new SpeechEngineError(
    'TIMEOUT',
    '内置语音引擎读这句台词超时，已自动重启。请稍后重试，或把这句台词拆短。',
  );
}
