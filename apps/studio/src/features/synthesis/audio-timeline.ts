/** When a spoken line sounds, in milliseconds from the start of the chapter. */
export interface TimedLine {
  readonly startMs: number;
  readonly durationMs: number;
}

/** A run of lines [from, to) fetched as one piece of sound that fills [startMs, endMs). */
export interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The line that sounds at a moment, the pause behind a line included; -1 when there is none. */
export function lineAtMs(lines: readonly TimedLine[], ms: number): number {
  let low = 0;
  let high = lines.length - 1;
  let found = lines.length === 0 ? -1 : 0;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const line = lines[middle];
    if (line !== undefined && line.startMs <= ms) {
      found = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
}

/** When the next line begins, or the chapter ends; the pause behind a line is its own. */
export function lineEndMs(lines: readonly TimedLine[], totalMs: number, index: number): number {
  return lines[index + 1]?.startMs ?? totalMs;
}

/**
 * Cuts a chapter into pieces of whole lines, each as short as it can be without falling below `targetMs`.
 * The last piece may be shorter. A cut lies where a line begins, which is in the pause before it.
 */
export function planChunks(lines: readonly TimedLine[], totalMs: number, targetMs: number): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const startMs = lines[from]?.startMs ?? 0;
    const endMs = lineEndMs(lines, totalMs, index);
    if (endMs - startMs < targetMs && index < lines.length - 1) continue;
    chunks.push({ from, to: index + 1, startMs, endMs });
    from = index + 1;
  }
  return chunks;
}

/** The index of the piece that holds a line, or -1. */
export function chunkOfLine(chunks: readonly Chunk[], line: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const chunk = chunks[middle];
    if (chunk === undefined) return -1;
    if (line < chunk.from) high = middle - 1;
    else if (line >= chunk.to) low = middle + 1;
    else return middle;
  }
  return -1;
}
