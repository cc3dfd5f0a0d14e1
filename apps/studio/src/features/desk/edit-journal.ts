/** An edit outside the text, such as a role's new name, with its way back. */
export type OutsideEdit = {
  readonly label: string;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
};

type Placed = { readonly edit: OutsideEdit; readonly depth: number };

/** What to undo or redo next: the text's own step, an outside edit, or nothing. */
export type JournalStep =
  { readonly kind: 'text' } | { readonly kind: 'outside'; readonly edit: OutsideEdit } | null;

/**
 * Puts edits outside the text into one order with the text's own undo history. Each is remembered with the
 * depth that the text's undo (or, once undone, redo) history had at that moment.
 */
export class EditJournal {
  private done: Placed[] = [];
  private undone: Placed[] = [];
  /** Steps that the text could redo before the last outside edit: they are out of order now. */
  private spoilt = 0;

  /** An outside edit was made while the text had so many steps to undo and to redo. */
  record(edit: OutsideEdit, undoDepth: number, redoDepth: number): void {
    this.done.push({ edit, depth: undoDepth });
    this.undone = [];
    this.spoilt = redoDepth;
  }

  /** The text was changed by hand: what was undone cannot come back. */
  textEdited(): void {
    this.undone = [];
    this.spoilt = 0;
  }

  /** Takes the next step back. */
  undo(undoDepth: number, redoDepth: number): JournalStep {
    const last = this.done[this.done.length - 1];
    if (last !== undefined && last.depth >= undoDepth) {
      this.done.pop();
      this.undone.push({ edit: last.edit, depth: redoDepth });
      return { kind: 'outside', edit: last.edit };
    }
    return undoDepth > 0 ? { kind: 'text' } : null;
  }

  /** Takes the next step forward again. */
  redo(undoDepth: number, redoDepth: number): JournalStep {
    const last = this.undone[this.undone.length - 1];
    if (last !== undefined && last.depth >= redoDepth) {
      this.undone.pop();
      this.done.push({ edit: last.edit, depth: undoDepth });
      return { kind: 'outside', edit: last.edit };
    }
    return redoDepth > this.spoilt ? { kind: 'text' } : null;
  }
}
