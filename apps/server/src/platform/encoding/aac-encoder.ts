import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output } from 'mediabunny';
import type { EncodedPiece, Encoder, EncoderSettings } from './encoder-protocol.ts';

/** A frame comes with the seven bytes of an ADTS header (ISO/IEC 13818-7, no checksum), which MP4 does not want. */
const ADTS_HEADER_BYTES = 7;

/** AAC-LC mono. Frames are taken out one by one, so that nothing is kept for the length of a book. */
export async function aacEncoder({ sampleRate, kbps }: EncoderSettings): Promise<Encoder> {
  registerAacEncoder();
  let frames: Uint8Array[] = [];
  const format = new AdtsOutputFormat({
    onFrame: (frame) => frames.push(frame.slice(ADTS_HEADER_BYTES)),
  });
  const output = new Output({ format, target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: kbps * 1000 });
  output.addAudioTrack(source);
  await output.start();
  let done = 0;
  const take = (): EncodedPiece => {
    const piece = pieceOf(frames);
    frames = [];
    return piece;
  };
  return {
    encode: async (samples) => {
      const sample = new AudioSample({
        data: samples,
        format: 'f32',
        numberOfChannels: 1,
        sampleRate,
        timestamp: done / sampleRate,
      });
      done += samples.length;
      await source.add(sample);
      sample.close();
      return take();
    },
    finish: async () => {
      if (done > 0) await output.finalize();
      else await output.cancel();
      return take();
    },
  };
}

function pieceOf(frames: readonly Uint8Array[]): EncodedPiece {
  const frameBytes = Uint16Array.from(frames, (frame) => frame.length);
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    bytes.set(frame, at);
    at += frame.length;
  }
  return { bytes, frameBytes };
}
