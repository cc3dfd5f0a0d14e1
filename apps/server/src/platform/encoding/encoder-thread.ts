import { Worker } from 'node:worker_threads';
import { ENCODABLE_RATES } from './encoder-protocol.ts';
import type { EncodedPiece, EncoderAnswer, EncoderRequest, EncoderSettings } from './encoder-protocol.ts';

/** Audio to encode: mono pieces of any length. */
export type AudioPieces = AsyncIterable<Float32Array> | Iterable<Float32Array>;

/** About three seconds of speech: small enough to stop soon, large enough to keep messages few. */
const BLOCK_SAMPLES = 65_536;
/** Blocks under way, so that the encoder works while the source reads and the sink writes. */
const MOST_UNDER_WAY = 3;

/**
 * Encodes in a thread of its own and gives out the pieces in order, at the pace of the reader. The thread ends with
 * the iteration, however that ends.
 * @throws the reason of `signal` when it is aborted; Error when the encoder refuses its settings or fails.
 */
export async function* encodedPieces(
  source: AudioPieces,
  settings: EncoderSettings,
  signal?: AbortSignal,
): AsyncGenerator<EncodedPiece> {
  if (!ENCODABLE_RATES.includes(settings.sampleRate)) {
    throw new RangeError(`Audio of ${String(settings.sampleRate)} Hz cannot be encoded; resample it first.`);
  }
  signal?.throwIfAborted();
  const thread = new EncoderThread(settings, signal);
  const underWay: Promise<EncodedPiece>[] = [];
  try {
    for await (const samples of source) {
      for (let at = 0; at < samples.length; at += BLOCK_SAMPLES) {
        signal?.throwIfAborted();
        underWay.push(thread.ask({ type: 'push', samples: samples.slice(at, at + BLOCK_SAMPLES) }));
        if (underWay.length > MOST_UNDER_WAY) yield await next(underWay);
      }
    }
    underWay.push(thread.ask({ type: 'finish' }));
    while (underWay.length > 0) yield await next(underWay);
  } finally {
    await thread.close();
  }
}

async function next(underWay: Promise<EncodedPiece>[]): Promise<EncodedPiece> {
  const first = underWay.shift();
  if (first === undefined) throw new Error('No block is under way.');
  return first;
}

class EncoderThread {
  readonly #worker: Worker;
  readonly #asked: PromiseWithResolvers<EncodedPiece>[] = [];
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#fail(this.#signal?.reason);
  #failure: { readonly reason: unknown } | undefined;

  constructor(settings: EncoderSettings, signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#worker = new Worker(new URL('./encoder.worker.ts', import.meta.url), { workerData: settings });
    this.#worker.on('message', (answer: EncoderAnswer) => {
      const first = this.#asked.shift();
      if (answer.ok) first?.resolve(answer.piece);
      else first?.reject(new Error(answer.message));
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The encoder thread ended.')));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  ask(request: EncoderRequest): Promise<EncodedPiece> {
    const answer = Promise.withResolvers<EncodedPiece>();
    // A later block may fail while the reader still waits for an earlier one.
    answer.promise.catch(() => undefined);
    if (this.#failure !== undefined) answer.reject(this.#failure.reason);
    else {
      this.#asked.push(answer);
      this.#worker.postMessage(request, request.type === 'push' ? [request.samples.buffer] : []);
    }
    return answer.promise;
  }

  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    await this.#worker.terminate();
  }

  #fail(reason: unknown): void {
    this.#failure ??= { reason };
    for (const answer of this.#asked.splice(0)) answer.reject(reason);
  }
}
