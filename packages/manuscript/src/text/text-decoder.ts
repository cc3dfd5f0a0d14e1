// The one platform class that this package needs: every browser and Node have it, the pure library list has not.
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal?: boolean },
) => { decode(input: Uint8Array): string };

/** The encodings that an imported text may have. GB18030 includes GBK and GB2312. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5';

/** The text of the bytes, or null when one of them does not fit. A byte order mark is dropped. */
export function decodeStrict(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text of the bytes with U+FFFD for each part that does not fit. */
export function decodeLoose(bytes: Uint8Array, encoding: TextEncodingName): string {
  return new TextDecoder(encoding).decode(bytes);
}
