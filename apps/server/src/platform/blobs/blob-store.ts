import type { Readable } from 'node:stream';

/** A part of a blob: from `start`, `length` bytes. */
export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/**
 * Where uploads and sound are kept. Keys are made by the server: lower-case letters, digits, `-`, `/`.
 * A put has returned only when the bytes are on stable storage; rows that name a key are written after.
 */
export interface BlobStore {
  put(key: string, body: Buffer | AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /** Moves a finished local file into the store. */
  putFile(key: string, file: string): Promise<{ bytes: number }>;
  /** @throws Error when the key does not exist */
  read(key: string, range?: ByteRange): Promise<Buffer>;
  stream(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
}

/** @throws Error for a key that the server cannot have made */
export function checkKey(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key) || key.length > 200) throw new Error('malformed blob key');
  return key;
}
