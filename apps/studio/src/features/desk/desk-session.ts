import type { SpeakerCandidate, Suggestion } from '@huaben/casting';
import {
  alternate,
  applySuggestions,
  assignRole,
  castingParagraphs,
  insertAside,
  lineAt,
  linesOf,
  mergeLines,
  nextUnassigned,
  splitLine,
  toggleDialogue,
} from '@huaben/manuscript';
import type { LineInfo } from '@huaben/manuscript';
import { closeHistory, isHistoryTransaction, redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { Command, EditorState } from 'prosemirror-state';
import { currentLineRule, suggestedRules } from '../../editor/current-line.ts';
import type { Editor } from '../../editor/mount-editor.ts';
import { newManuscriptId } from '../../editor/new-id.ts';
import { linesNear, manuscriptFigures, manuscriptHtml } from '../../editor/page-figures.ts';
import { failureText } from '../../lib/api.ts';
import {
  changedSuggestions,
  isNobody,
  isWaiting,
  suggestionsByLine,
  sureSuggestions,
} from '../casting/index.ts';
import type { CastingAnswer } from '../casting/index.ts';
import { alternationAt } from './alternation.ts';
import type { DeskMode, DeskState, DeskStore } from './desk-state.ts';
import { EditJournal } from './edit-journal.ts';
import type { OutsideEdit } from './edit-journal.ts';
import { revealLine } from './reveal-line.ts';
import { sameLine, sameMap } from './same-state.ts';

/** What a session needs from the page around it. */
export type SessionPorts = {
  readonly editor: Editor;
  readonly store: DeskStore;
  readonly chapterId: string | null;
  readonly mayEdit: () => boolean;
  /** #RRGGBB in which a role's text is shown now. */
  readonly colourOf: (roleId: string) => string | null;
  readonly roleName: (roleId: string) => string;
  /** Makes a role of a discovered name; null when it was refused (and said so). */
  readonly createRole: (candidate: SpeakerCandidate) => Promise<string | null>;
  readonly askCasting: () => void;
};

/** What the desk does to the open text; every action is one undo step. */
export class DeskSession {
  private readonly ports: SessionPorts;
  private readonly journal = new EditJournal();
  /** A role is being made for a suggestion; a second key must not make it twice. */
  private making = false;
  /** A person marked lines: the next question to the casting follows from it, then its answer does. */
  private following: 'no' | 'marked' | 'asked' = 'no';
  /** The text whose figures are on the screen. */
  private counted: Node | null = null;
  private lines: { readonly doc: EditorState['doc']; readonly list: readonly LineInfo[] } | null = null;

  constructor(ports: SessionPorts) {
    this.ports = ports;
  }

  /** Manuscript HTML of the text on screen. */
  html(): string {
    return manuscriptHtml(this.state.doc, this.ports.chapterId);
  }

  /** Paragraphs for attribution, as a new question to the casting. */
  paragraphsToAsk() {
    if (this.following === 'marked') this.following = 'asked';
    return castingParagraphs(this.state.doc);
  }

  /** All lines, computed once per text. */
  allLines(): readonly LineInfo[] {
    const { doc } = this.state;
    if (this.lines?.doc !== doc) this.lines = { doc, list: linesOf(doc) };
    return this.lines.list;
  }

  /** Puts figures and the current line on the screen; called after the text or the selection settled. */
  refresh(): void {
    const { store } = this.ports;
    const { doc, selection } = this.state;
    const known = store.getState();
    const line = lineAt(doc, selection.head);
    const changes: Partial<DeskState> = sameLine(line, known.line) ? {} : { line };
    if (this.counted !== doc) {
      this.counted = doc;
      const { stats, firstLine, lines } = manuscriptFigures(doc);
      Object.assign(changes, { stats, sure: sureSuggestions(lines(), known.suggestions).length });
      if (!sameMap(firstLine, known.firstLine)) Object.assign(changes, { firstLine });
    }
    store.setState(changes);
    this.paintLines();
  }

  /** The current line and the suggested colours around it, without touching the document. */
  paintLines(): void {
    const { editor, store, colourOf } = this.ports;
    const { line, suggestions } = store.getState();
    const near = suggestions.size === 0 ? [] : linesNear(this.state.doc, this.state.selection.head);
    const suggested = near.flatMap((one) => {
      const roleId = isWaiting(one) ? (suggestions.get(one.lineId)?.candidates[0]?.roleId ?? null) : null;
      const color = roleId === null ? null : colourOf(roleId);
      return color === null ? [] : [{ lineId: one.lineId, color }];
    });
    editor.setLineRules(`${suggestedRules(suggested)}\n${currentLineRule(line?.lineId ?? null)}`);
  }

  /** New answers of the casting. */
  takeAnswer(answer: CastingAnswer): void {
    const { store } = this.ports;
    const before = store.getState().suggestions;
    const after = suggestionsByLine(answer.suggestions);
    const changed = changedSuggestions(before, after);
    store.setState({
      suggestions: after,
      discovered: answer.discovered,
      casting: 'ready',
      sure: sureSuggestions(this.allLines(), after).length,
    });
    if (changed > 0 && this.following === 'asked') this.tell(`${changed} 行随之更新`);
    if (this.following === 'asked') this.following = 'no';
    this.paintLines();
  }

  /** The suggestion for a line that may take one. */
  suggestionFor(line: LineInfo | null): Suggestion | null {
    return line === null ? null : (this.ports.store.getState().suggestions.get(line.lineId) ?? null);
  }

  /** The words that decided a suggestion, with so many characters of their paragraph on either side. */
  evidenceText(
    suggestion: Suggestion,
    around: number,
  ): { before: string; words: string; after: string } | null {
    const { evidence } = suggestion;
    if (evidence === null) return null;
    const text = this.paragraphText(evidence.paragraph);
    if (text === null || evidence.to > text.length) return null;
    return {
      before: text.slice(Math.max(0, evidence.from - around), evidence.from),
      words: text.slice(evidence.from, evidence.to),
      after: text.slice(evidence.to, evidence.to + around),
    };
  }

  select(line: LineInfo): void {
    const { view } = this.ports.editor;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, line.from)));
    this.refresh();
    revealLine(view, line);
  }

  /** Goes to the next or previous waiting line, around the ends. */
  nextWaiting(dir: 1 | -1): void {
    const from = this.current()?.from ?? this.state.selection.head;
    const line = nextUnassigned(this.state.doc, from, dir);
    if (line === null) return this.tell('全部台词都有角色了');
    this.select(line);
    this.tell(`待定：${line.text.slice(0, 30)}`);
  }

  /** Goes to the neighbouring line. */
  nextLine(dir: 1 | -1): void {
    const head = this.current()?.from ?? this.state.selection.head;
    const lines = this.allLines();
    const line =
      dir === 1 ? lines.find(({ from }) => from > head) : lines.findLast(({ from }) => from < head);
    if (line !== undefined) this.select(line);
  }

  /** Gives the selected lines (or the current one) a role; a line that waited leads on to the next. */
  assign(roleId: string | null): void {
    const line = this.current();
    const wide = !this.state.selection.empty;
    if (line === null && !wide) return this.tell('先点一句台词，或选中要标成台词的文字');
    const waited = line !== null && isWaiting(line);
    const target = wide || line === null ? 'selection' : { lineIds: [line.lineId] };
    if (!this.run(assignRole(roleId, target, newManuscriptId))) return;
    if (roleId === null) return this.tell('已取消角色');
    this.tell(`${this.ports.roleName(roleId)}：${(line?.text ?? '').slice(0, 20)}`);
    if (wide) this.collapse();
    this.askAfterMark();
    if (waited && !wide) this.nextWaitingSilently();
  }

  /** Takes the n-th suggestion of the current line; a name without a role becomes one first. */
  async take(index: number): Promise<void> {
    const line = this.current();
    const candidate = this.suggestionFor(line)?.candidates[index];
    if (line === null || candidate === undefined || this.making || !this.ports.mayEdit()) return;
    if (isNobody(candidate)) return this.takeNobody(line);
    let { roleId } = candidate;
    if (roleId === null) {
      this.making = true;
      this.tell(`正在新建角色「${candidate.name}」`);
      roleId = await this.ports.createRole(candidate).finally(() => (this.making = false));
      if (roleId === null) return;
    }
    // While the role was being made the person may have gone elsewhere.
    if (this.current()?.lineId !== line.lineId) this.select(line);
    this.assign(roleId);
  }

  /** Takes the first suggestion of a waiting line and goes on; anywhere else just goes on. */
  async takeFirst(): Promise<void> {
    const line = this.current();
    if (line !== null && isWaiting(line) && this.suggestionFor(line)?.candidates[0] !== undefined)
      return this.take(0);
    this.nextWaiting(1);
  }

  /** Marks every sure suggestion at once. */
  takeSure(): void {
    const sure = sureSuggestions(this.allLines(), this.ports.store.getState().suggestions);
    if (sure.length === 0 || !this.run(applySuggestions(sure))) return;
    this.tell(`已采纳 ${sure.length} 行，可用 Ctrl+Z 一次撤销`);
    this.askAfterMark();
  }

  /** Two speakers in turn from the current line on, as far as lines wait. */
  alternate(first: 'A' | 'B'): void {
    const line = this.current();
    const plan = line === null ? null : alternationAt(this.allLines(), line.lineId, first);
    if (plan === null) return this.tell('前面要先有两个不同角色的台词，才能 A/B 交替');
    if (!this.run(alternate(plan.lineIds, plan.roles[0], plan.roles[1]))) return;
    const [one, other] = plan.roles.map((roleId) => this.ports.roleName(roleId));
    this.tell(`${one ?? ''}、${other ?? ''} 交替 ${plan.lineIds.length} 行`);
    this.askAfterMark();
    this.nextWaitingSilently();
  }

  toggleDialogue(): void {
    if (this.run(toggleDialogue(newManuscriptId))) this.tell('已切换台词');
  }

  split(): void {
    if (!this.run(splitLine(newManuscriptId))) this.tell('把光标放在一句台词中间，才能拆分');
  }

  merge(): void {
    if (!this.run(mergeLines())) this.tell('没有可以合并的相邻台词');
  }

  aside(position: 0 | 1, text: string): void {
    this.run(insertAside(position, text, newManuscriptId));
  }

  /** One step back over text and cast alike. */
  async undo(): Promise<void> {
    const { state } = this;
    const step = this.journal.undo(depthOf(undoDepth, state), depthOf(redoDepth, state));
    if (step === null) return this.tell('没有可以撤销的了');
    if (step.kind === 'text') return void (this.run(undo) && this.tell('已撤销'));
    await this.outside(step.edit.undo, `已撤销：${step.edit.label}`);
  }

  /** One step forward again. */
  async redo(): Promise<void> {
    const { state } = this;
    const step = this.journal.redo(depthOf(undoDepth, state), depthOf(redoDepth, state));
    if (step === null) return this.tell('没有可以重做的了');
    if (step.kind === 'text') return void (this.run(redo) && this.tell('已重做'));
    await this.outside(step.edit.redo, `已重做：${step.edit.label}`);
  }

  /** An edit of the cast was made: it takes its place among the text's undo steps. */
  record(edit: OutsideEdit): void {
    const { view } = this.ports.editor;
    view.dispatch(closeHistory(view.state.tr));
    this.journal.record(edit, depthOf(undoDepth, this.state), depthOf(redoDepth, this.state));
    this.tell(edit.label);
  }

  /** The text was changed (not by undo or redo). */
  textEdited(): void {
    this.journal.textEdited();
  }

  setMode(mode: DeskMode): void {
    const { editor, store, mayEdit } = this.ports;
    editor.setTyping(mode === 'type' && mayEdit());
    store.setState({ mode });
    this.tell(mode === 'mark' ? '标注：按键标角色' : '改字：可以输入');
    editor.view.focus();
  }

  /** Whether the text may be changed has changed. */
  permit(): void {
    const { editor, store, mayEdit } = this.ports;
    editor.setTyping(store.getState().mode === 'type' && mayEdit());
  }

  tell(news: string): void {
    this.ports.store.setState({ news });
  }

  private get state(): EditorState {
    return this.ports.editor.view.state;
  }

  private paragraphText(index: number): string | null {
    let rest = index;
    for (let at = 0; at < this.state.doc.childCount; at += 1) {
      const page = this.state.doc.child(at);
      if (rest < page.childCount) return castingText(page.child(rest));
      rest -= page.childCount;
    }
    return null;
  }

  private current(): LineInfo | null {
    return lineAt(this.state.doc, this.state.selection.head);
  }

  private run(command: Command): boolean {
    if (!this.ports.mayEdit()) {
      this.tell('只读，不能修改');
      return false;
    }
    const { view } = this.ports.editor;
    // Every mark is its own undo step, however quickly marks follow each other.
    const done = command(view.state, (tr) => view.dispatch(closeHistory(tr)), view);
    this.refresh();
    return done;
  }

  private askAfterMark(): void {
    this.following = 'marked';
    this.ports.askCasting();
  }

  /** The words are no dialogue: a line that waited leads on to the next. */
  private takeNobody(line: LineInfo): void {
    if (line.kind === 'narration' || !this.run(toggleDialogue(newManuscriptId))) return;
    this.tell(`不是台词：${line.text.slice(0, 20)}`);
    this.askAfterMark();
    if (isWaiting(line)) this.nextWaitingSilently();
  }

  private nextWaitingSilently(): void {
    const line = nextUnassigned(this.state.doc, this.current()?.from ?? 0, 1);
    if (line !== null) this.select(line);
    else this.tell('全部台词都有角色了');
  }

  private collapse(): void {
    const { view } = this.ports.editor;
    view.dispatch(
      view.state.tr.setSelection(TextSelection.create(view.state.doc, view.state.selection.from)),
    );
  }

  private async outside(step: () => Promise<void>, done: string): Promise<void> {
    try {
      await step();
      this.tell(done);
    } catch (error) {
      this.tell(`没能完成：${failureText(error)}`);
    }
  }
}

/** A paragraph's text as the casting saw it: without what the marker inserted. */
function castingText(paragraph: Node): string {
  let text = '';
  paragraph.forEach((child) => {
    if (child.isText && !child.marks.some((mark) => mark.attrs['inserted'] === true))
      text += child.text ?? '';
  });
  return text;
}

const depthOf = (measure: typeof undoDepth, state: EditorState): number => Number(measure(state));

/** Whether a transaction is the person's own edit and not a step through the history. */
export const isOwnEdit = (transaction: Parameters<typeof isHistoryTransaction>[0]): boolean =>
  transaction.docChanged &&
  !isHistoryTransaction(transaction) &&
  transaction.getMeta('addToHistory') !== false;
