import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { StoredSpokenLine } from '../../platform/db/schema.ts';
import type { StoredSegment } from './item-run.store.ts';

/** Bytes of one sample: all sound is kept as signed 16-bit little-endian mono PCM. */
export const sampleBytes = 2;
/** Samples per second of all kept sound, in hertz. */
export const soundRate = 22_050;

/** Bytes of a version's lines with the silence behind each of them. */
export function soundBytes(lines: readonly StoredSpokenLine[]): number {
  return lines.reduce((sum, line) => sum + line.samples + line.gapSamples, 0) * sampleBytes;
}

interface Stretch {
  readonly blobKey: string;
  readonly start: number;
  length: number;
  readonly lines: StoredSpokenLine[];
}

/** Joins lines whose sounds lie behind one another in the same blob, so that they are read at once. */
function stretchesOf(
  lines: readonly StoredSpokenLine[],
  segments: ReadonlyMap<string, StoredSegment>,
  largest: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  for (const line of lines) {
    const segment = segments.get(line.hash);
    if (segment === undefined) throw new Error('a spoken line has lost its segment');
    const last = stretches.at(-1);
    const length = line.samples * sampleBytes;
    const joins =
      last !== undefined &&
      last.blobKey === segment.blobKey &&
      last.start + last.length === segment.byteOffset &&
      last.length + length <= largest;
    if (joins) {
      last.length += length;
      last.lines.push(line);
    } else {
      stretches.push({ blobKey: segment.blobKey, start: segment.byteOffset, length, lines: [line] });
    }
  }
  return stretches;
}

/** At most this much is read at once: about a minute and a half. */
const largestRead = 4 * 1024 * 1024;

/**
 * The PCM of lines in order, each line followed by its silence, one buffer for a line.
 * @throws Error when a segment is missing or shorter than its record
 */
export async function* readSound(
  blobs: BlobStore,
  lines: readonly StoredSpokenLine[],
  segments: ReadonlyMap<string, StoredSegment>,
): AsyncGenerator<Buffer, void, undefined> {
  for (const stretch of stretchesOf(lines, segments, largestRead)) {
    const { start, length } = stretch;
    const bytes = length === 0 ? Buffer.alloc(0) : await blobs.read(stretch.blobKey, { start, length });
    if (bytes.length !== length) throw new Error('blob is shorter than its record');
    let at = 0;
    for (const line of stretch.lines) {
      const spoken = bytes.subarray(at, at + line.samples * sampleBytes);
      at += spoken.length;
      yield Buffer.concat([spoken], spoken.length + line.gapSamples * sampleBytes);
    }
  }
}
