/** What an encoder thread is started with. */
export interface EncoderSettings {
  readonly codec: 'mp3' | 'aac';
  /** Hertz; mono. */
  readonly sampleRate: number;
  readonly kbps: number;
}

/** To the thread: more audio, or the end of it. */
export type EncoderRequest =
  { readonly type: 'push'; readonly samples: Float32Array<ArrayBuffer> } | { readonly type: 'finish' };

/** Encoded bytes; `frameBytes` holds the length of each AAC frame in them (empty for MP3). */
export interface EncodedPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frameBytes: Uint16Array<ArrayBuffer>;
}

/** From the thread: exactly one answer to each request, in order. */
export type EncoderAnswer =
  { readonly ok: true; readonly piece: EncodedPiece } | { readonly ok: false; readonly message: string };

/** An encoder inside the thread. */
export interface Encoder {
  encode(samples: Float32Array<ArrayBuffer>): Promise<EncodedPiece> | EncodedPiece;
  finish(): Promise<EncodedPiece> | EncodedPiece;
}

/** Sample rates that both MP3 and AAC-LC know. */
export const ENCODABLE_RATES: readonly number[] = [
  8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000,
];
