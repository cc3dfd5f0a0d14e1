const FULL_SCALE = 32_768;

/** Signed 16-bit little-endian PCM of a mono signal; values outside −1…1 are held at the limit, NaN is silence. */
export function toPcm16(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < samples.length; i += 1) {
    const scaled = Math.round((samples[i] ?? 0) * FULL_SCALE);
    const held = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, scaled));
    view.setInt16(i * 2, Number.isNaN(held) ? 0 : held, true);
  }
  return bytes;
}

/** The signal of signed 16-bit little-endian PCM; an odd last byte is ignored. Inverse of `toPcm16`, bit by bit. */
export function fromPcm16(bytes: Uint8Array): Float32Array {
  const samples = new Float32Array(bytes.length >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < samples.length; i += 1) samples[i] = view.getInt16(i * 2, true) / FULL_SCALE;
  return samples;
}

/**
 * The 44 bytes before `dataBytes` bytes of integer PCM in a RIFF/WAVE file. `rate` in hertz.
 * @throws RangeError when the file would pass the 4 GiB of the RIFF format.
 */
export function wavHeader(dataBytes: number, rate: number, channels = 1, bits = 16): Uint8Array {
  const riffBytes = 36 + dataBytes + (dataBytes % 2);
  if (riffBytes > 0xffff_ffff) throw new RangeError('A WAV file holds at most 4 GiB.');
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  const frameBytes = (channels * bits) / 8;
  ascii(header, 0, 'RIFF');
  view.setUint32(4, riffBytes, true);
  ascii(header, 8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, bits, true);
  ascii(header, 36, 'data');
  view.setUint32(40, dataBytes, true);
  return header;
}

function ascii(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i += 1) bytes[at + i] = text.charCodeAt(i);
}
