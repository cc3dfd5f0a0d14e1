import { createMp3Encoder } from 'wasm-media-encoders';
import type { EncodedPiece, Encoder, EncoderSettings } from './encoder-protocol.ts';

/** MPEG-2 layer III, which carries rates below 32 kHz, ends at 160 kbps. */
const HIGHEST_KBPS_OF_LOW_RATES = 160;
const LOWEST_RATE_OF_MPEG_1 = 32_000;

/** LAME as WebAssembly, mono, constant bit rate. A bit rate beyond what the sample rate allows doubles the rate. */
export async function mp3Encoder({ sampleRate, kbps }: EncoderSettings): Promise<Encoder> {
  const lame = await createMp3Encoder();
  const bitrate = BIT_RATES.find((rate) => rate === kbps);
  if (bitrate === undefined) throw new RangeError(`MP3 has no bit rate of ${String(kbps)} kbps.`);
  const tooHigh = sampleRate < LOWEST_RATE_OF_MPEG_1 && kbps > HIGHEST_KBPS_OF_LOW_RATES;
  lame.configure({
    channels: 1,
    sampleRate,
    bitrate,
    ...(tooHigh ? { outputSampleRate: 44_100 as const } : {}),
  });
  return {
    encode: (samples) => piece(lame.encode([samples])),
    finish: () => piece(lame.finalize()),
  };
}

const BIT_RATES = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** The encoder answers a view of its own memory, which the next call overwrites. */
function piece(bytes: Uint8Array): EncodedPiece {
  return { bytes: Uint8Array.from(bytes), frameBytes: new Uint16Array(0) };
}
