import type { SkippedChapter } from './marking.types.ts';

const tickedKey = (novelId: string) => `huaben.marking-ticked.${novelId}`;
const skippedKey = 'huaben.marking-skipped';
const mostRuns = 8;

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage a reload forgets it; nothing else depends on it.
  }
}

/** The chapters that were ticked in this tab. */
export function keptTicks(novelId: string): string[] {
  const list = read(tickedKey(novelId));
  return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
}

/** Keeps the ticked chapters over a reload. */
export const keepTicks = (novelId: string, ids: readonly string[]): void => write(tickedKey(novelId), ids);

type SkippedByRun = readonly (readonly [invokeId: string, skipped: readonly SkippedChapter[]])[];

const isSkipped = (value: unknown): value is SkippedChapter =>
  typeof value === 'object' &&
  value !== null &&
  'chapterId' in value &&
  typeof value.chapterId === 'string' &&
  'reason' in value &&
  typeof value.reason === 'string';

function skippedByRun(): SkippedByRun {
  const list = read(skippedKey);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): SkippedByRun[number][] => {
    if (!Array.isArray(entry)) return [];
    const [invokeId, skipped] = entry as unknown[];
    return typeof invokeId === 'string' && Array.isArray(skipped)
      ? [[invokeId, skipped.filter(isSkipped)]]
      : [];
  });
}

/** The server tells once what a run left out; the tab keeps it beside the run. */
export function keepSkipped(invokeId: string, skipped: readonly SkippedChapter[]): void {
  if (skipped.length === 0) return;
  const others = skippedByRun().filter(([id]) => id !== invokeId);
  write(skippedKey, [[invokeId, skipped], ...others].slice(0, mostRuns));
}

/** What a run of this tab left out. */
export const skippedOf = (invokeId: string): readonly SkippedChapter[] =>
  skippedByRun().find(([id]) => id === invokeId)?.[1] ?? [];
