import type { Command } from 'prosemirror-state';
import type { Transaction } from 'prosemirror-state';
import type { Node } from 'prosemirror-model';
import { lineMark } from '../schema/schema.ts';
import { attributesOf, linesWithin, selectedRanges } from './line-edit.ts';
import type { ParagraphRange } from './line-edit.ts';
import type { LineInfo } from '../queries/lines.ts';

const WORD = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Cuts the line at the cursor in two; the second part gets a new id and keeps role and origin. False unless a cursor is strictly inside a line. */
export function splitLine(newLineId: () => string): Command {
  return (state, dispatch) => {
    const range = state.selection.empty ? selectedRanges(state)[0] : undefined;
    const line = range === undefined ? undefined : linesWithin(range)[0];
    const at = state.selection.from;
    if (line === undefined || at <= line.from || at >= line.to) return false;
    dispatch?.(state.tr.addMark(at, line.to, lineMark({ ...attributesOf(line), lineId: newLineId() })));
    return true;
  };
}

/**
 * Makes one line of two or more of a paragraph, as a human decision, with the first one's id and the first role set.
 * A selection over several lines covers them and all between; over one line or a cursor it takes in the next line, or
 * else the previous one, when nothing but punctuation stands between. Inserted text never merges with the author's.
 */
export function mergeLines(): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    for (const range of selectedRanges(state)) {
      const group = mergeGroup(state.doc, range);
      if (group !== null) merge(tr, group);
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}

function merge(tr: Transaction, group: readonly LineInfo[]): void {
  const first = group[0];
  const last = group[group.length - 1];
  if (first === undefined || last === undefined) return;
  const roleId = group.find((line) => line.roleId !== null)?.roleId ?? null;
  tr.addMark(
    first.from,
    last.to,
    lineMark({ ...attributesOf(first), roleId, origin: 'human', confidence: null }),
  );
}

function mergeGroup(doc: Node, range: ParagraphRange): LineInfo[] | null {
  const touched = linesWithin(range);
  const first = touched[0];
  if (first === undefined) return null;
  const whole = { ...range, from: range.start, to: range.start + range.paragraph.content.size };
  const all = linesWithin(whole);
  if (touched.length > 1) {
    const bare = bareBetween(doc, touched);
    const mixed = touched.some((line) => line.inserted !== first.inserted) || (first.inserted && bare !== '');
    return mixed ? null : touched;
  }
  const at = all.findIndex((line) => line.from === first.from);
  const pairs = [
    [all[at], all[at + 1]],
    [all[at - 1], all[at]],
  ];
  for (const [left, right] of pairs) {
    if (left === undefined || right === undefined || left.inserted !== right.inserted) continue;
    const bare = bareBetween(doc, [left, right]);
    if (!WORD.test(bare) && !(left.inserted && bare !== '')) return [left, right];
  }
  return null;
}

function bareBetween(doc: Node, lines: readonly LineInfo[]): string {
  let text = '';
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    if (next !== undefined) text += doc.textBetween(line.to, next.from);
  });
  return text;
}
