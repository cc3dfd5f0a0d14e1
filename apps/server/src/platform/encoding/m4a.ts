import { audioMovieBox, fileType } from '@huaben/sound';
import { AAC_PRIMING_SAMPLES, FrameLengths, audioSpecificConfig, mediaDataHeader } from './aac-stream.ts';
import { encodedPieces } from './encoder-thread.ts';
import type { AudioPieces } from './encoder-thread.ts';

/** How an .m4a is made. */
export interface AacOptions {
  readonly sampleRate: number;
  readonly kbps: number;
  readonly tags?: { readonly title: string; readonly album?: string; readonly artist?: string };
  readonly signal?: AbortSignal;
}

/** One piece of audio as the bytes of an .m4a (AAC-LC mono), encoded in a worker thread; held in memory. */
export async function encodeAac(source: AudioPieces, options: AacOptions): Promise<Uint8Array> {
  const { sampleRate, kbps, signal } = options;
  const lengths = new FrameLengths();
  const content: Uint8Array[] = [];
  let totalSamples = 0;
  const counted = async function* (): AsyncGenerator<Float32Array> {
    for await (const samples of source) {
      totalSamples += samples.length;
      yield samples;
    }
  };
  for await (const { bytes, frameBytes } of encodedPieces(
    counted(),
    { codec: 'aac', sampleRate, kbps },
    signal,
  )) {
    content.push(bytes);
    lengths.add(frameBytes);
  }
  const head = fileType('M4A ');
  const dataHeader = mediaDataHeader(content.reduce((sum, bytes) => sum + bytes.length, 0));
  const index = audioMovieBox({
    rate: sampleRate,
    kbps,
    audioConfig: audioSpecificConfig(sampleRate),
    frameBytes: lengths.values(),
    primingSamples: AAC_PRIMING_SAMPLES,
    totalSamples,
    audioOffset: head.length + dataHeader.length,
    tags: options.tags ?? { title: '' },
  });
  return Buffer.concat([head, dataHeader, ...content, index]);
}
