import { encodedPieces } from './encoder-thread.ts';
import type { AudioPieces } from './encoder-thread.ts';
import { id3Tag } from './id3.ts';
import type { AudioTags } from './id3.ts';

/** How an MP3 is made. */
export interface Mp3Options {
  readonly sampleRate: number;
  readonly kbps: number;
  readonly tags: AudioTags;
  readonly signal?: AbortSignal;
}

/** A mono MP3 with its tag, piece by piece, encoded in a worker thread. */
export async function* encodeMp3(source: AudioPieces, options: Mp3Options): AsyncGenerator<Uint8Array> {
  const { sampleRate, kbps, tags, signal } = options;
  yield id3Tag(tags);
  for await (const { bytes } of encodedPieces(source, { codec: 'mp3', sampleRate, kbps }, signal)) {
    if (bytes.length > 0) yield bytes;
  }
}
