import { narrationDecision } from '@huaben/contract';
import { linesOf } from '@huaben/manuscript';
import type { LineInfo } from '@huaben/manuscript';
import type { LineChange, Manuscript } from './line-marks.ts';
import { withMarks } from './line-marks.ts';
import { isOpen } from './mark-chapter.ts';

/** What shall stand on a line: a role, narration, or nothing again. */
export interface LineDecision {
  readonly lineId: string;
  readonly roleId: string | null;
  /** What an earlier decision in the queue put there; it may be changed again. */
  readonly decidedRole: string | null;
}

const inWords = (text: string): string => {
  const start = [...text];
  return `「${start.slice(0, 10).join('')}${start.length > 10 ? '…' : ''}」`;
};

const markOn = (line: LineInfo): string | null =>
  line.kind === 'narration' ? narrationDecision : line.roleId;

/** Why a decision cannot be carried out, or null. A mark that a person set elsewhere stays. */
function objection(lines: readonly LineInfo[], { decidedRole }: LineDecision): string | null {
  const [first] = lines;
  if (!first) return '有台词已不在当前版本中，请刷新待确认列表';
  const foreign = lines.find(
    (line) => line.origin === 'human' && !isOpen(line) && markOn(line) !== decidedRole,
  );
  return foreign ? `台词${inWords(foreign.text)}已有人工标注，没有改动；请刷新待确认列表` : null;
}

function outcome(line: LineInfo, roleId: string | null): LineChange['to'] {
  const kind = line.kind === 'narration' ? 'dialogue' : line.kind;
  if (roleId === narrationDecision)
    return { roleId: null, kind: 'narration', origin: 'human', confidence: null };
  if (roleId !== null) return { roleId, kind, origin: 'human', confidence: null };
  const origin = line.origin === 'human' && isOpen(line) ? 'human' : 'rule';
  return { roleId: null, kind, origin, confidence: null };
}

/**
 * Puts decisions of a person on a chapter, all or none of them.
 * @throws TextTouched if anything but those lines changed
 */
export function withDecisions(
  doc: Manuscript,
  decisions: readonly LineDecision[],
): { readonly doc: Manuscript } | { readonly reason: string } {
  const byId = Map.groupBy(linesOf(doc), (line) => line.lineId);
  const changes: LineChange[] = [];
  for (const decision of decisions) {
    const lines = byId.get(decision.lineId) ?? [];
    const reason = objection(lines, decision);
    if (reason !== null) return { reason };
    for (const line of lines) changes.push({ line, to: outcome(line, decision.roleId) });
  }
  return { doc: withMarks(doc, changes) };
}

/** A machine's candidate that a person accepted without deciding the line. */
export interface AcceptedLine {
  readonly lineId: string;
  readonly roleId: string;
  readonly confidence: number;
}

/** Puts accepted candidates on the lines that still wait for a role and that no person made. */
export function withAccepted(
  doc: Manuscript,
  accepted: readonly AcceptedLine[],
): { readonly doc: Manuscript; readonly lineIds: readonly string[] } {
  const byId = new Map(accepted.map((one) => [one.lineId, one]));
  const changes = linesOf(doc).flatMap((line): LineChange[] => {
    const one = byId.get(line.lineId);
    if (one === undefined || line.origin === 'human' || line.inserted || !isOpen(line)) return [];
    const { roleId, confidence } = one;
    const to =
      roleId === narrationDecision
        ? ({ roleId: null, kind: 'narration', origin: 'rule', confidence } as const)
        : ({ roleId, kind: line.kind, origin: 'rule', confidence } as const);
    return [{ line, to }];
  });
  return {
    doc: withMarks(doc, changes),
    lineIds: [...new Set(changes.map(({ line }) => line.lineId))],
  };
}
