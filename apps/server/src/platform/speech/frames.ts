/** A message to or from the speech process: uint32 LE length, JSON header, uint32 LE length, bytes. */
export interface Frame {
  readonly header: unknown;
  readonly body: Buffer;
}

const LARGEST_HEADER_BYTES = 1_048_576;
const LARGEST_BODY_BYTES = 268_435_456;

/** The bytes of a request frame, whose body is empty. */
export function requestFrame(header: object): Buffer {
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const out = Buffer.alloc(8 + json.length);
  out.writeUInt32LE(json.length, 0);
  json.copy(out, 4);
  return out;
}

/** Collects bytes and gives out whole frames. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;

  /**
   * Takes in a piece of the stream.
   * @throws Error when the stream is not made of frames.
   */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Frame[] = [];
    for (let frame = this.#take(); frame !== null; frame = this.#take()) frames.push(frame);
    return frames;
  }

  #take(): Frame | null {
    const headerBytes = this.#lengthAt(0, LARGEST_HEADER_BYTES);
    if (headerBytes === null) return null;
    const bodyBytes = this.#lengthAt(4 + headerBytes, LARGEST_BODY_BYTES);
    const total = 8 + headerBytes + (bodyBytes ?? 0);
    if (bodyBytes === null || this.#length < total) return null;
    const bytes = this.#whole();
    const header: unknown = JSON.parse(bytes.toString('utf8', 4, 4 + headerBytes));
    this.#chunks = [bytes.subarray(total)];
    this.#length -= total;
    return { header, body: bytes.subarray(8 + headerBytes, total) };
  }

  #lengthAt(at: number, largest: number): number | null {
    if (this.#length < at + 4) return null;
    // The first piece nearly always holds both lengths; joining pieces each time would copy the body again and again.
    const first = this.#chunks[0];
    const bytes = first !== undefined && first.length >= at + 4 ? first : this.#whole();
    const length = bytes.readUInt32LE(at);
    if (length > largest) throw new Error('The speech process sent something that is not a frame.');
    return length;
  }

  #whole(): Buffer {
    const bytes =
      this.#chunks.length === 1 ? (this.#chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }
}
