import type { LineInfo } from '@huaben/manuscript';

/** Which lines of a chapter are shown to choose from. */
export const lineFilters = ['machine', 'unsure', 'open', 'all'] as const;

/** One of {@link lineFilters}. */
export type LineFilter = (typeof lineFilters)[number];

/** Below this confidence a machine's mark is worth another look. */
const unsureBelow = 0.9;

/** Whether marking may touch a line at all: never what a person marked or inserted. */
export const mayRedo = (line: Pick<LineInfo, 'origin' | 'roleId' | 'kind'>): boolean =>
  line.origin !== 'human' || (line.roleId === null && line.kind !== 'narration');

const isOpen = (line: LineInfo): boolean => line.roleId === null && line.kind !== 'narration';

/** The lines of a filter. */
export function linesShown(lines: readonly LineInfo[], filter: LineFilter): LineInfo[] {
  return lines.filter((line) => {
    switch (filter) {
      case 'all':
        return true;
      case 'open':
        return isOpen(line);
      case 'machine':
        return mayRedo(line);
      case 'unsure':
        return mayRedo(line) && (isOpen(line) || (line.confidence ?? 0) < unsureBelow);
    }
  });
}
