const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 without padding. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const group = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS.charAt((group >> shift) & 63)).join('');
    parts.push(digits.slice(0, Math.min(4, bytes.length - i + 1)));
  }
  return parts.join('');
}

/** The bytes of base64 without padding; other characters count as A. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let v = 0; v < DIGITS.length; v++) values[DIGITS.charCodeAt(v)] = v;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  const digit = (at: number): number => values[text.charCodeAt(at)] ?? 0;
  for (let i = 0, at = 0; at < bytes.length; i += 4, at += 3) {
    const group = (digit(i) << 18) | (digit(i + 1) << 12) | (digit(i + 2) << 6) | digit(i + 3);
    bytes[at] = group >> 16;
    if (at + 1 < bytes.length) bytes[at + 1] = group >> 8;
    if (at + 2 < bytes.length) bytes[at + 2] = group;
  }
  return bytes;
}
