import type { DiscoveredName, RosterEntry, Suggestion } from '@huaben/casting';
import { narrationDecision } from '@huaben/contract';
import { castingParagraphs, linesOf } from '@huaben/manuscript';
import type { CastingParagraph, LineInfo } from '@huaben/manuscript';
import type { StoredCandidate, StoredChange, StoredMark } from '../../platform/db/schema-marking.ts';
import { verdictsOn } from './line-candidates.ts';
import type { LineCategory, LineVerdict } from './line-candidates.ts';
import { doubtAbout } from './line-doubts.ts';
import type { LineAnswer, LineDoubt } from './line-doubts.ts';
import { mustKeepAllBut, withMarks } from './line-marks.ts';
import type { LineChange, Manuscript } from './line-marks.ts';
import { evidenceSentence, surroundingsOf } from './line-surroundings.ts';
import type { Surroundings } from './line-surroundings.ts';
import { storable } from './storable-text.ts';

/** What to do with a chapter, and what is known of the novel. */
export interface MarkingOrder {
  readonly mode: 'blank' | 'selection' | 'chapter';
  /** The chosen lines of mode selection. */
  readonly lineIds: readonly string[];
  /** From this confidence on a line is marked at once. */
  readonly threshold: number;
  readonly roster: readonly RosterEntry[];
  readonly discovered: readonly DiscoveredName[];
  /** Main names of all roles, for what a preview shows. */
  readonly roleNames: ReadonlyMap<string, string>;
  /** What the language model said of doubtful lines so far; absent when it is not used. */
  readonly answers?: ReadonlyMap<string, LineAnswer> | undefined;
}

/**
 * Confidence of a mark that the language model made. It is a convention, not a measurement: above what a line
 * has that waits for a person, and below certainty, which only a person's mark has.
 */
const modelConfidence = 0.9;

/** A line for the review queue. */
export interface QueuedLine extends Surroundings {
  readonly lineId: string;
  /** Its place among the chapter's lines. */
  readonly position: number;
  readonly evidence: { readonly text: string; readonly from: number; readonly to: number } | null;
  readonly candidates: readonly StoredCandidate[];
  readonly confidence: number;
  readonly category: LineCategory;
  /** Why the language model did not settle it; null when it was not asked. */
  readonly reason: string | null;
}

/** A chapter after marking; all counts but `lines` add up to `lines`. */
export interface MarkedChapter {
  readonly doc: Manuscript;
  readonly counts: {
    readonly lines: number;
    readonly marked: number;
    readonly queued: number;
    readonly human: number;
    readonly kept: number;
    readonly notDialogue: number;
  };
  readonly queue: readonly QueuedLine[];
  /** What the rules alone leave in doubt, if the language model is used. */
  readonly doubts: readonly LineDoubt[];
  readonly changes: readonly StoredChange[];
}

/** Who speaks each line, as casting answers; tests put any answer in its place. */
export type Casting = (paragraphs: readonly CastingParagraph[]) => readonly Suggestion[];

/** Whether a line waits for a role. */
export const isOpen = (line: LineInfo): boolean => line.roleId === null && line.kind !== 'narration';

/** The lines of a document that wait for a role, in the form of the review queue. */
export const openLinesOf = (doc: Manuscript) =>
  linesOf(doc)
    .filter((line) => isOpen(line) && !line.inserted && line.text !== '')
    .map(({ lineId, text }) => ({ lineId, text: storable(text) }));

/** Whether the machine may decide the line afresh. */
function mayDecide(line: LineInfo, { mode }: MarkingOrder, chosen: ReadonlySet<string>): boolean {
  if (line.origin === 'human' || line.inserted || line.text === '') return false;
  return mode === 'chapter' || (mode === 'blank' ? isOpen(line) : chosen.has(line.lineId));
}

/**
 * Marks one chapter. Only lines of the machine's own making are decided, by mode: those without a role, the
 * chosen ones, or all. What is sure enough is marked, all else becomes open and goes to the review queue,
 * together with open lines that a person made.
 * @throws TextTouched if anything but those lines changed
 */
export function markChapter(doc: Manuscript, order: MarkingOrder, casting: Casting): MarkedChapter {
  const chosen = new Set(order.lineIds);
  const before = linesOf(doc);
  const decided = before.filter((line) => mayDecide(line, order, chosen));
  // What the machine took for narration before is a question again.
  const asked = withMarks(
    doc,
    decided.filter((line) => line.kind === 'narration').map((line) => ({ line, to: opened(line) })),
  );
  const paragraphs = castingParagraphs(asked);
  const verdictOf = verdictsOn(order.roster);
  const suggestions = new Map(casting(paragraphs).map((suggestion) => [suggestion.lineId, suggestion]));
  const verdicts = new Map([...suggestions].map(([lineId, suggestion]) => [lineId, verdictOf(suggestion)]));

  const changes = decided.map((line): LineChange => ({
    line,
    to: decide(line, verdicts.get(line.lineId), order),
  }));
  const marked = withMarks(
    doc,
    changes.filter(({ line, to }) => differs(line, to)),
  );
  mustKeepAllBut(
    doc,
    marked,
    before.filter((line) => line.origin !== 'human'),
  );

  const doubtsOf = (): LineDoubt[] =>
    order.answers === undefined
      ? []
      : [...new Set(decided.map((line) => line.lineId))].flatMap((lineId) => {
          const verdict = verdicts.get(lineId);
          const place = places.get(lineId);
          if (verdict === undefined || place === undefined || isSure(verdict, order)) return [];
          return doubtAbout(paragraphs, { lineId, ...place }, verdict, order.roster) ?? [];
        });

  const outcome = new Map(changes.map(({ line, to }) => [line, to]));
  const places = placesOf(paragraphs);
  const queue = new Map<string, QueuedLine>();
  const counts = { lines: before.length, marked: 0, queued: 0, human: 0, kept: 0, notDialogue: 0 };
  before.forEach((line, position) => {
    const to = outcome.get(line);
    const inScope = order.mode !== 'selection' || chosen.has(line.lineId);
    const waits =
      to === undefined
        ? line.origin === 'human' && isOpen(line) && inScope
        : to.roleId === null && to.kind !== 'narration';
    const place = places.get(line.lineId);
    if (waits && place !== undefined && !line.inserted) {
      counts.queued += 1;
      const { candidates, confidence, category } = verdicts.get(line.lineId) ?? unknown;
      const { paragraph, from, to: end } = place;
      queue.set(line.lineId, {
        lineId: line.lineId,
        position,
        ...surroundingsOf(paragraphs, paragraph, from, end),
        evidence: evidenceSentence(paragraphs, suggestions.get(line.lineId)?.evidence ?? null),
        candidates,
        confidence,
        category,
        reason: reasonOf(order.answers?.get(line.lineId)),
      });
    } else if (line.origin === 'human') counts.human += 1;
    else if (to === undefined || waits) counts.kept += 1;
    else if (to.kind === 'narration') counts.notDialogue += 1;
    else counts.marked += 1;
  });
  return {
    doc: marked,
    counts,
    queue: [...queue.values()],
    doubts: doubtsOf(),
    changes: changes
      .filter(({ line, to }) => differs(line, to))
      .map(({ line, to }) => shown(line, to, verdicts.get(line.lineId) ?? unknown, order.roleNames)),
  };
}

const unknown: LineVerdict = { candidates: [], confidence: 0, category: 'latent' };

const opened = (line: LineInfo): LineChange['to'] => ({
  roleId: null,
  kind: line.kind === 'narration' ? 'dialogue' : line.kind,
  origin: 'rule',
  confidence: null,
});

function reasonOf(answer: LineAnswer | undefined): string | null {
  if (answer === undefined) return null;
  return 'reason' in answer ? answer.reason : '语言模型选的角色已不再使用';
}

/** Whether the rules alone settle a line. */
function isSure({ candidates }: LineVerdict, { threshold }: MarkingOrder): boolean {
  const [first] = candidates;
  return first !== undefined && first.roleId !== null && first.probability >= threshold;
}

const isUsed = (roleId: string, { roster }: MarkingOrder): boolean =>
  roleId === narrationDecision || roster.some((role) => role.roleId === roleId);

const markAs = (open: LineChange['to'], roleId: string): LineChange['to'] =>
  roleId === narrationDecision ? { ...open, kind: 'narration' } : { ...open, roleId };

function decide(line: LineInfo, verdict: LineVerdict | undefined, order: MarkingOrder): LineChange['to'] {
  const open = opened(line);
  const first = verdict?.candidates[0];
  if (verdict !== undefined && isSure(verdict, order) && first !== undefined && first.roleId !== null)
    return { ...markAs(open, first.roleId), confidence: first.probability };
  const answer = order.answers?.get(line.lineId);
  // A role may have been discarded while the model was asked.
  return answer !== undefined && 'roleId' in answer && isUsed(answer.roleId, order)
    ? { ...markAs(open, answer.roleId), origin: 'model', confidence: modelConfidence }
    : open;
}

/** Who decided and how sure it was does not count as a change of an unmarked line. */
const differs = (line: LineInfo, to: LineChange['to']): boolean =>
  line.roleId !== to.roleId ||
  line.kind !== to.kind ||
  (to.roleId !== null && (line.origin !== to.origin || line.confidence !== to.confidence));

function placesOf(paragraphs: readonly CastingParagraph[]) {
  const places = new Map<string, { paragraph: number; from: number; to: number }>();
  paragraphs.forEach(({ quotes }, paragraph) => {
    for (const { lineId, from, to } of quotes)
      if (!places.has(lineId)) places.set(lineId, { paragraph, from, to });
  });
  return places;
}

function shown(
  line: LineInfo,
  to: LineChange['to'],
  verdict: LineVerdict,
  names: ReadonlyMap<string, string>,
): StoredChange {
  const markOf = ({ roleId, kind, origin, confidence }: LineChange['to']): StoredMark | null => {
    if (kind === 'narration') return { roleId: narrationDecision, name: '旁白', origin, confidence };
    return roleId === null
      ? null
      : { roleId, name: names.get(roleId) ?? '（已删除的角色）', origin, confidence };
  };
  return {
    lineId: line.lineId,
    text: storable(line.text),
    before: markOf(line),
    after: markOf(to),
    queued: to.roleId === null && to.kind !== 'narration',
    candidates: verdict.candidates,
  };
}
