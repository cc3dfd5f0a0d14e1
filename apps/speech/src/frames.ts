/** One message in either direction: a JSON header and bytes (PCM in answers, empty in requests). */
export interface Frame {
  readonly header: unknown;
  readonly body: Uint8Array;
}

/** A peer that announces more than this is not speaking the protocol. */
const LARGEST_HEADER_BYTES = 1_048_576;
const LARGEST_BODY_BYTES = 268_435_456;

/** The bytes of a frame: uint32 LE length, JSON, uint32 LE length, body. */
export function encodeFrame(header: object, body: Uint8Array = new Uint8Array(0)): Buffer {
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const out = Buffer.alloc(8 + json.length + body.length);
  out.writeUInt32LE(json.length, 0);
  json.copy(out, 4);
  out.writeUInt32LE(body.length, 4 + json.length);
  out.set(body, 8 + json.length);
  return out;
}

/**
 * Frames out of a byte stream that may be cut anywhere.
 * @throws Error when a length passes its limit or a header is not JSON: the stream is then lost.
 */
export async function* decodeFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let pending = Buffer.alloc(0);
  for await (const chunk of stream) {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    for (;;) {
      const taken = takeFrame(pending);
      if (taken === null) break;
      pending = pending.subarray(taken.bytes);
      yield taken.frame;
    }
  }
}

function takeFrame(bytes: Buffer): { frame: Frame; bytes: number } | null {
  if (bytes.length < 4) return null;
  const headerLength = bytes.readUInt32LE(0);
  if (headerLength > LARGEST_HEADER_BYTES) throw new Error('A frame header is too long.');
  const bodyAt = 8 + headerLength;
  if (bytes.length < bodyAt) return null;
  const bodyLength = bytes.readUInt32LE(4 + headerLength);
  if (bodyLength > LARGEST_BODY_BYTES) throw new Error('A frame body is too long.');
  if (bytes.length < bodyAt + bodyLength) return null;
  const header: unknown = JSON.parse(bytes.toString('utf8', 4, 4 + headerLength));
  return { frame: { header, body: bytes.subarray(bodyAt, bodyAt + bodyLength) }, bytes: bodyAt + bodyLength };
}
