import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { aacEncoder } from './aac-encoder.ts';
import type { EncodedPiece, Encoder, EncoderAnswer, EncoderRequest } from './encoder-protocol.ts';
import { mp3Encoder } from './mp3-encoder.ts';

const settings = z
  .object({ codec: z.enum(['mp3', 'aac']), sampleRate: z.number(), kbps: z.number() })
  .parse(workerData);

let encoder: Promise<Encoder> | undefined;
let queue = Promise.resolve();

/** Requests are served one after another: encoders hold state. */
parentPort?.on('message', (request: EncoderRequest) => {
  queue = queue.then(() => answer(request));
});

async function answer(request: EncoderRequest): Promise<void> {
  try {
    encoder ??= settings.codec === 'mp3' ? mp3Encoder(settings) : aacEncoder(settings);
    const ready = await encoder;
    const piece = await (request.type === 'push' ? ready.encode(request.samples) : ready.finish());
    reply({ ok: true, piece }, piece);
  } catch (error) {
    reply({ ok: false, message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: EncoderAnswer, piece?: EncodedPiece): void {
  parentPort?.postMessage(message, piece === undefined ? [] : [piece.bytes.buffer, piece.frameBytes.buffer]);
}
