/** Samples that the AAC encoder puts before the first real one (one frame; FFmpeg's encoder). */
export const AAC_PRIMING_SAMPLES = 1024;

/** Index of a rate in the table of ISO/IEC 14496-3. */
const RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];
const AAC_LC = 2;

/** The AudioSpecificConfig of mono AAC-LC: 5 bits type, 4 bits rate, 4 bits channels, 3 zero bits. */
export function audioSpecificConfig(sampleRate: number): Uint8Array {
  const bits = (AAC_LC << 11) | (RATES.indexOf(sampleRate) << 7) | (1 << 3);
  return Uint8Array.of(bits >> 8, bits & 0xff);
}

/** The head of `mdat` in its 64-bit form; `bytes` of content follow. */
export function mediaDataHeader(bytes: number): Uint8Array {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1, 0);
  header.write('mdat', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(bytes + header.length), 8);
  return header;
}

/** Frame lengths of a whole book: two bytes each, about 150 kB for an hour. */
export class FrameLengths {
  #values = new Uint16Array(4096);
  #count = 0;

  add(lengths: Uint16Array): void {
    if (this.#count + lengths.length > this.#values.length) {
      const larger = new Uint16Array(Math.max(this.#values.length * 2, this.#count + lengths.length));
      larger.set(this.#values.subarray(0, this.#count));
      this.#values = larger;
    }
    this.#values.set(lengths, this.#count);
    this.#count += lengths.length;
  }

  values(): Uint16Array {
    return this.#values.subarray(0, this.#count);
  }
}
