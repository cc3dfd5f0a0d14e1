import type { LineInfo } from '@huaben/manuscript';
import { isWaiting } from '../casting/index.ts';

/** Paragraphs without a line after which a conversation counts as over. */
const conversationGap = 4;

/** Two roles in turn over waiting lines, the first line to the first role. */
export type Alternation = { readonly lineIds: readonly string[]; readonly roles: readonly [string, string] };

/**
 * The A/B fill from a line on: A is the last speaker but one before it, B the last one, so A is who would answer.
 * It covers the line and the waiting lines after it, up to a line that has a role or a longer stretch of narration.
 */
export function alternationAt(
  lines: readonly LineInfo[],
  lineId: string,
  first: 'A' | 'B',
): Alternation | null {
  const at = lines.findIndex((line) => line.lineId === lineId);
  if (at < 0) return null;
  const speakers: string[] = [];
  for (let index = at - 1; index >= 0 && speakers.length < 2; index -= 1) {
    const roleId = lines[index]?.roleId ?? null;
    if (roleId !== null && roleId !== speakers[0]) speakers.push(roleId);
  }
  const [last, lastButOne] = speakers;
  if (last === undefined || lastButOne === undefined) return null;
  const lineIds = [lineId];
  for (let index = at + 1; index < lines.length; index += 1) {
    const [line, before] = [lines[index], lines[index - 1]];
    if (line === undefined || before === undefined || !isWaiting(line)) break;
    if (line.paragraph - before.paragraph > conversationGap) break;
    lineIds.push(line.lineId);
  }
  return { lineIds, roles: first === 'A' ? [lastButOne, last] : [last, lastButOne] };
}
