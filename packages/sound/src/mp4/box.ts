import { utf8 } from '../utf8.ts';

/** Big-endian integers of 1, 2, 4 and 8 bytes, as the ISO base media file format (ISO/IEC 14496-12) writes them. */
export const u8 = (...values: number[]): Uint8Array => Uint8Array.from(values);
export const u16 = (...values: number[]): Uint8Array => integers(values, 2);
export const u32 = (...values: number[]): Uint8Array => integers(values, 4);
export const u64 = (...values: number[]): Uint8Array => integers(values, 8);
export const zeros = (length: number): Uint8Array => new Uint8Array(length);

/** Bytes of several pieces, one after another. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/** A box: size, four-letter type (© is the single byte 0xA9), content. */
export function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, piece) => sum + piece.length, 8);
  return joined([u32(size), fourLetters(type), ...content]);
}

/** A box that starts with a version and 24 bits of flags. */
export function fullBox(type: string, version: number, flags: number, ...content: Uint8Array[]): Uint8Array {
  return box(type, u32(version * 0x100_0000 + flags), ...content);
}

/** The four bytes of a type or brand. */
export function fourLetters(type: string): Uint8Array {
  return Uint8Array.from(type, (letter) => letter.charCodeAt(0));
}

/** A zero-terminated UTF-8 text. */
export function cString(text: string): Uint8Array {
  return joined([utf8(text), u8(0)]);
}

/** Big-endian integers of `bytes` bytes each. */
export function integers(values: ArrayLike<number>, bytes: 2 | 4 | 8): Uint8Array {
  const out = new Uint8Array(values.length * bytes);
  const view = new DataView(out.buffer);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? 0;
    const at = i * bytes;
    if (bytes === 2) view.setUint16(at, value);
    else if (bytes === 4) view.setUint32(at, value);
    else view.setBigUint64(at, BigInt(value));
  }
  return out;
}
