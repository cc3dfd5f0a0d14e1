import { textMatches } from '../../../lib/pinyin-search.ts';
import type { ReadingsOf } from '../../../lib/pinyin-search.ts';
import { isActive } from '../marking-runs.ts';
import type { ChapterFilter } from '../marking-view.ts';
import type { Chapter, MarkingTask } from '../marking.types.ts';

/** A chapter with its newest marking task. */
export interface ChoiceRow {
  readonly chapter: Chapter;
  readonly last: MarkingTask | null;
}

function fits({ chapter, last }: ChoiceRow, filter: ChapterFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'open':
      return chapter.unassignedCount > 0;
    case 'never':
      return last === null;
    case 'closed':
      return chapter.lineCount > 0 && chapter.unassignedCount === 0;
    case 'failed':
      return last?.state === 'failed' || last?.state === 'cancelled';
    case 'locked':
      return chapter.lock !== null || (last !== null && isActive(last));
  }
}

/** The chapters that the choice shows, in the order of the book. */
export function choiceRows(
  chapters: readonly Chapter[],
  lastTasks: ReadonlyMap<string, MarkingTask>,
  view: { readonly query: string; readonly filter: ChapterFilter },
  readings: ReadingsOf | null,
): ChoiceRow[] {
  return chapters
    .map((chapter) => ({ chapter, last: lastTasks.get(chapter.id) ?? null }))
    .filter((row) => fits(row, view.filter) && textMatches(row.chapter.name, view.query, readings))
    .sort((one, other) => one.chapter.sort - other.chapter.sort);
}
