import * as z from 'zod';
import { id, instant } from '../shapes.ts';

/** What must be typed before all of the machine's marks of chapters are made afresh. */
export const redoConfirmation = '整章重画';

/**
 * From this confidence on a line is marked at once unless the user says otherwise. Of such lines 98 to 99 of 100 were right in
 * the cross-validation by book; on the frozen books confidence was two to three points too high (packages/casting/README.md).
 */
export const defaultMarkingThreshold = 0.95;

/** In place of a role id: the quotation is not dialogue, the narrator reads it. */
export const narrationDecision = 'narration';

/** The id of a line, as the manuscript allows it. */
export const lineId = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,63}$/, '台词编号有误，请刷新页面');

/** blank: only lines without a role; selection: the machine's marks of chosen lines; chapter: all of the machine's marks. */
export const markingMode = z.enum(['blank', 'selection', 'chapter']);

/** Confidence from which on a line is marked without being reviewed. */
export const markingThreshold = z
  .number()
  .min(0.5, '阈值须在 0.5 到 1 之间')
  .max(1, '阈值须在 0.5 到 1 之间');

/** Most that the language model may cost in one run, in 分. */
export const modelCeiling = z
  .number()
  .int('费用上限须是整数（分）')
  .min(0, '费用上限不能是负数')
  .max(10_000_000, '费用上限不能超过 100000 元');

/** States of a marking task; cancelled ones have stored nothing. */
export const markingState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);

/** What became of the lines of a chapter; all but `lines` add up to `lines`. */
export const markingCounts = z.object({
  lines: z.number().int(),
  /** Got a role from this task. */
  marked: z.number().int(),
  /** Wait in the review queue, unmarked. */
  queued: z.number().int(),
  /** Set by a person: never touched. */
  human: z.number().int(),
  /** Left as they were: already marked, not chosen, or inserted by the marker. */
  kept: z.number().int(),
  /** Surely nobody speaks them: now read by the narrator. */
  notDialogue: z.number().int(),
});

/** One chapter of a marking run. */
export const markingTask = z.object({
  id,
  /** The tasks that were started together. */
  invokeId: id,
  productId: id,
  chapterId: id,
  chapterName: z.string(),
  userName: z.string(),
  mode: markingMode,
  preview: z.boolean(),
  threshold: z.number(),
  state: markingState,
  /** Null until the task is done. */
  counts: markingCounts.nullable(),
  /** Why it failed or was cancelled, or what the language model did, in the user's words. */
  message: z.string().nullable(),
  createTime: instant,
  startTime: instant.nullable(),
  finishTime: instant.nullable(),
  /** The revision that holds the marks; null when nothing changed, and for previews. */
  chapterUrlId: id.nullable(),
  /** The named revision from before 整章重画: read it to go back. */
  snapshot: z.object({ chapterUrlId: id, name: z.string() }).nullable(),
});

/** Who may speak a line. `roleId` can be sent as a decision; null is a name that has no role yet. */
export const markingCandidate = z.object({
  roleId: z.union([id, z.literal(narrationDecision)]).nullable(),
  name: z.string(),
  kind: z.enum(['person', 'anonymous', 'group', 'not-dialogue']),
  probability: z.number(),
});

/** How the speaker can be known: named beside the line, by a pronoun or from before, by nothing near; or nobody speaks. */
export const markingCategory = z.enum(['explicit', 'implicit', 'latent', 'not-dialogue']);

/** A mark as it is or would be; `narration` for what the narrator reads, null for none. */
export const lineMark = z
  .object({
    roleId: z.string().nullable(),
    name: z.string(),
    origin: z.enum(['human', 'rule', 'model']),
    confidence: z.number().nullable(),
  })
  .nullable();

/** One line that a preview would change. */
export const markingChange = z.object({
  lineId: z.string(),
  text: z.string(),
  before: lineMark,
  after: lineMark,
  /** True when the line would lose its mark and go to the review queue with these candidates. */
  queued: z.boolean(),
  candidates: z.array(markingCandidate),
});

/** A line that waits for a person. */
export const reviewItem = z.object({
  chapterId: id,
  chapterName: z.string(),
  lineId: z.string(),
  text: z.string(),
  /** Text right before and after the line, at most 80 characters each; paragraphs end in line feeds. */
  before: z.string(),
  after: z.string(),
  /** The sentence that decided and the UTF-16 range in it to highlight. */
  evidence: z.object({ text: z.string(), from: z.number().int(), to: z.number().int() }).nullable(),
  candidates: z.array(markingCandidate).max(3),
  confidence: z.number(),
  category: markingCategory,
  /** Why the language model did not settle it; null when it was not asked. */
  reason: z.string().nullable(),
});

/** One decision of a person on a line; null puts the line back, unmarked. */
export const lineDecision = z.strictObject({
  chapterId: id,
  lineId,
  roleId: z.union([id, z.literal(narrationDecision)]).nullable(),
});

/** What came of decisions: whole chapters are applied or refused, each with its reason. */
export const decisionOutcome = z.object({
  applied: z.array(
    z.object({ chapterId: id, lineIds: z.array(z.string()), chapterUrlId: id, revision: z.number().int() }),
  ),
  refused: z.array(z.object({ chapterId: id, lineIds: z.array(z.string()), reason: z.string() })),
});

/** A character found in the text, compared with the roles that the novel has now. */
export const rosterName = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  sex: z.enum(['', 'male', 'female']),
  /** Lines of the chosen chapters that it probably speaks. */
  lines: z.number().int(),
  mentions: z.number().int(),
  /** The role that already bears one of the names; its missing names can be added as aliases. */
  role: z.object({ id, name: z.string(), discarded: z.boolean() }).nullable(),
});
