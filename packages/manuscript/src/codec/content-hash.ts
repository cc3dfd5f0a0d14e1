import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of Manuscript HTML as UTF-8, in lower-case hexadecimal; the name of a content revision. */
export function contentHash(html: string): string {
  return bytesToHex(sha256(utf8ToBytes(html)));
}
