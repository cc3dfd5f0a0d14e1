import type { Command } from 'prosemirror-state';
import type { LineAttributes } from '../schema/line.ts';
import { lineMark } from '../schema/schema.ts';
import { linesOf } from '../queries/lines.ts';
import { linesWithin, remark, selectedRanges, trimmed } from './line-edit.ts';

/** Which lines a command means: those named, or those that the selection touches. */
export type LineTarget = { readonly lineIds: readonly string[] } | 'selection';

/**
 * Gives lines a role (null takes it away) as a human decision. On a selection, lines it touches are assigned; a selected
 * stretch of bare text in a paragraph without touched lines becomes a new line. False when there is nothing to assign.
 */
export function assignRole(roleId: string | null, target: LineTarget, newLineId: () => string): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    const change = (line: LineAttributes): Partial<LineAttributes> => ({
      roleId,
      origin: 'human',
      confidence: null,
      // Whoever names a speaker for a narration override wants it spoken after all.
      kind: roleId !== null && line.kind === 'narration' ? 'dialogue' : line.kind,
    });
    let touched = 0;
    if (target !== 'selection') {
      const wanted = new Set(target.lineIds);
      for (const line of linesOf(state.doc)) {
        if (!wanted.has(line.lineId)) continue;
        remark(tr, line, change(line));
        touched += 1;
      }
    } else {
      for (const range of selectedRanges(state)) {
        const lines = linesWithin(range);
        for (const line of lines) remark(tr, line, change(line));
        const bare =
          lines.length === 0 && range.from < range.to ? trimmed(state.doc, range.from, range.to) : null;
        if (bare !== null && roleId !== null) {
          const kind = 'dialogue';
          const line = {
            lineId: newLineId(),
            roleId,
            kind,
            origin: 'human',
            confidence: null,
            inserted: false,
          } as const;
          tr.addMark(bare.from, bare.to, lineMark(line));
        }
        touched += lines.length + (bare !== null && roleId !== null ? 1 : 0);
      }
    }
    if (touched === 0) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** A role proposed for a line by rules or a model, with its confidence 0..1. */
export type RoleSuggestion = {
  readonly lineId: string;
  readonly roleId: string | null;
  readonly origin: 'rule' | 'model';
  readonly confidence: number | null;
};

/** Puts proposed roles on lines, in one step; lines of human origin and narration overrides are never touched. False when no line changes. */
export function applySuggestions(suggestions: readonly RoleSuggestion[]): Command {
  return (state, dispatch) => {
    const byLine = new Map(suggestions.map((suggestion) => [suggestion.lineId, suggestion]));
    const tr = state.tr;
    for (const line of linesOf(state.doc)) {
      const suggestion = byLine.get(line.lineId);
      if (suggestion === undefined || line.origin === 'human' || line.kind === 'narration') continue;
      const { roleId, origin, confidence } = suggestion;
      remark(tr, line, { roleId, origin, confidence });
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}

/** Assigns two roles in turn to the given lines in reading order, the first line to `roleA`, as a human decision. */
export function alternate(lineIds: readonly string[], roleA: string, roleB: string): Command {
  return (state, dispatch) => {
    const wanted = new Set(lineIds);
    const lines = linesOf(state.doc).filter((line) => wanted.has(line.lineId));
    if (lines.length === 0) return false;
    const tr = state.tr;
    lines.forEach((line, index) => {
      remark(tr, line, { roleId: index % 2 === 0 ? roleA : roleB, origin: 'human', confidence: null });
    });
    dispatch?.(tr);
    return true;
  };
}
