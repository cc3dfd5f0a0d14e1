/** UTF-8 bytes of `text`, at most `limit` of them, cut on a character border; lone surrogates become U+FFFD. */
export function utf8(text: string, limit = Infinity): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const encoded = encode(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point);
    if (bytes.length + encoded.length > limit) break;
    bytes.push(...encoded);
  }
  return Uint8Array.from(bytes);
}

function encode(point: number): number[] {
  if (point < 0x80) return [point];
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)];
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)];
}
