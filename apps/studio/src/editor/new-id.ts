const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const idLength = 14;

function randomBytes(count: number): Uint8Array {
  // crypto.randomUUID is missing on plain http addresses of a local network; getRandomValues is not.
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A fresh id for a line or an inline mark: 15 letters and digits, beginning with a letter. */
export function newManuscriptId(): string {
  return `l${Array.from(randomBytes(idLength), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

/** A random UUID (version 4). */
export function newUuid(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
