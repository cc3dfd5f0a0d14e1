import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import { linesOf } from '../queries/lines.ts';
import type { LineInfo } from '../queries/lines.ts';
import { remark } from './line-edit.ts';

/** The document before the edits that may have copied lines, and their mapping. */
export type EditHistory = { readonly doc: Node; readonly mapping: Mappable };

/**
 * Gives a new id to every line whose id another line already bears (a pasted copy, the second half of a split).
 * With `before` the line that stood there keeps its id wherever the copy lands; without it the first in reading order does.
 * Adds steps to `tr` and returns true, or leaves it alone and returns false. Not to be run while an input method composes.
 */
export function uniqueLineIds(tr: Transaction, newLineId: () => string, before?: EditHistory): boolean {
  const lines = linesOf(tr.doc);
  const groups = new Map<string, LineInfo[]>();
  let doubled = false;
  for (const line of lines) {
    const group = groups.get(line.lineId);
    if (group === undefined) groups.set(line.lineId, [line]);
    else {
      group.push(line);
      doubled = true;
    }
  }
  if (!doubled) return false;
  const originals = before === undefined ? new Map<string, number>() : positionsOf(before);
  for (const [lineId, group] of groups) {
    if (group.length < 2) continue;
    const kept = originalOf(group, originals.get(lineId));
    for (const line of group) if (line !== kept) remark(tr, line, { lineId: newLineId() });
  }
  return true;
}

function positionsOf(before: EditHistory): Map<string, number> {
  const positions = new Map<string, number>();
  for (const line of linesOf(before.doc)) {
    if (!positions.has(line.lineId)) positions.set(line.lineId, before.mapping.map(line.from, 1));
  }
  return positions;
}

function originalOf(group: readonly LineInfo[], position: number | undefined): LineInfo | undefined {
  if (position === undefined) return group[0];
  return group.find((line) => line.from <= position && position < line.to) ?? group[0];
}
