import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Db } from '../../platform/db/database.ts';
import { findVersion } from './audio-version.store.ts';
import { findSegments } from './item-run.store.ts';
import { readSound } from './stored-sound.ts';

/** The version, or sound that it needs, was deleted. */
export class SoundGone extends Error {}

/**
 * The PCM of a whole version (signed 16-bit little-endian mono at {@link soundRate}), one buffer for a line
 * with its silence.
 * @throws SoundGone
 */
export async function* versionSound(
  db: Db,
  blobs: BlobStore,
  novelId: string,
  versionId: string,
): AsyncGenerator<Buffer, void, undefined> {
  const version = await findVersion(db, novelId, versionId);
  if (!version) throw new SoundGone();
  const hashes = version.lines.map((line) => line.hash);
  const segments = await findSegments(db, novelId, hashes);
  if (hashes.some((hash) => !segments.has(hash))) throw new SoundGone();
  yield* readSound(blobs, version.lines, segments);
}
