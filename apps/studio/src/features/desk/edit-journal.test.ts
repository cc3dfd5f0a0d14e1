import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EditJournal } from './edit-journal.ts';
import type { JournalStep, OutsideEdit } from './edit-journal.ts';

const idle = () => Promise.resolve();

/** Text steps are even numbers, outside edits odd ones. */
function play(moves: readonly ('text' | 'outside' | 'undo' | 'redo')[]) {
  const journal = new EditJournal();
  const edits = new Map<OutsideEdit, number>();
  const textUndo: number[] = [];
  let textRedo: number[] = [];
  const modelDone: number[] = [];
  let modelUndone: number[] = [];
  let next = 0;
  const numberOf = (step: JournalStep): number | null => {
    if (step === null) return null;
    return step.kind === 'outside' ? (edits.get(step.edit) ?? -1) : -2;
  };
  for (const move of moves) {
    next += 2;
    if (move === 'text') {
      textUndo.push(next);
      textRedo = [];
      journal.textEdited();
      modelDone.push(next);
      modelUndone = [];
    } else if (move === 'outside') {
      const edit = { label: '', undo: idle, redo: idle };
      edits.set(edit, next + 1);
      journal.record(edit, textUndo.length, textRedo.length);
      modelDone.push(next + 1);
      modelUndone = [];
    } else {
      const back = move === 'undo';
      const step = back
        ? journal.undo(textUndo.length, textRedo.length)
        : journal.redo(textUndo.length, textRedo.length);
      let got = numberOf(step);
      if (step?.kind === 'text') {
        const moved = (back ? textUndo : textRedo).pop();
        if (moved !== undefined) (back ? textRedo : textUndo).push(moved);
        got = moved ?? null;
      }
      const expected = (back ? modelDone : modelUndone).pop() ?? null;
      if (expected !== null) (back ? modelUndone : modelDone).push(expected);
      expect(got).toBe(expected);
    }
  }
}

test('undo and redo go through text and outside edits in one order', () => {
  const moves = fc.array(fc.constantFrom('text', 'outside', 'undo', 'redo' as const), { maxLength: 60 });
  fc.assert(fc.property(moves, play));
});
