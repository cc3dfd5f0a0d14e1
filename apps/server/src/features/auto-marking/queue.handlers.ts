import { narrationDecision, Refusal } from '@huaben/contract';
import type { AnswerOf, contract, ParamsOf } from '@huaben/contract';
import { mustBeWritable } from '@huaben/domain';
import { parseManuscript } from '@huaben/manuscript';
import type { CallContext, Handlers } from '../../platform/http/handler.ts';
import { contentOfDocument } from '../chapter/index.ts';
import { serverSave, takeChapters } from '../manuscript-save/index.ts';
import type { TakenChapter } from '../manuscript-save/index.ts';
import { currentText } from './invoke-run.store.ts';
import { withAccepted, withDecisions } from './line-decisions.ts';
import type { Manuscript } from './line-marks.ts';
import { lockedReasons } from './locked-reason.ts';
import { openLinesOf } from './mark-chapter.ts';
import { candidatesNow } from './queue-candidates.ts';
import * as store from './queue.store.ts';

type Calls = (typeof contract)['autoMarking'];
type QueueCalls = Pick<Calls, 'reviewQueue' | 'decideLines' | 'acceptSuggestions'>;
type Outcome = AnswerOf<Calls['decideLines']>;

/** Chapters that one call accepts in: about a second of work at the most. */
const chaptersAccepted = 20;
const chaptersNamed = 1000;
const settledAtOnce = 20;

/** Chapters that were saved in an editor since then are looked at again, so that the queue is the truth. */
async function settle({ trx, novel }: CallContext, chapterIds: readonly string[] | undefined): Promise<void> {
  for (;;) {
    const chapters = await store.unsettledChapters(trx, novel.novelId, chapterIds, settledAtOnce);
    for (const { id, revision_id, html } of chapters)
      await store.settleQueue(trx, id, revision_id, openLinesOf(parseManuscript(html).doc));
    if (chapters.length < settledAtOnce) return;
  }
}

/** The document that a chapter shall become, with the lines that changed, or why not. */
type Change =
  | { readonly doc: Manuscript; readonly lineIds: readonly string[] }
  | { readonly reason: string; readonly lineIds: readonly string[] };

/** Changes a chapter that this call holds, unless somebody has it open. */
async function changeChapter(
  context: CallContext,
  taken: TakenChapter,
  locked: ReadonlyMap<string, { readonly reason: string }>,
  lineIds: readonly string[],
  change: (doc: Manuscript) => Change,
  outcome: Outcome,
): Promise<boolean> {
  const { trx, novel, actor, record } = context;
  const chapterId = taken.row.id;
  const refuse = (reason: string, ids: readonly string[]): false => {
    outcome.refused.push({ chapterId, lineIds: [...ids], reason });
    return false;
  };
  if (taken.held) return refuse(locked.get(chapterId)?.reason ?? '章节正在被编辑，请稍后再试', lineIds);
  const current = await currentText(trx, chapterId);
  if (!current) return refuse('章节已被删除', lineIds);
  const changed = change(parseManuscript(current.html).doc);
  if ('reason' in changed) return refuse(changed.reason, changed.lineIds);
  const saved = await serverSave(trx, record, {
    novelId: novel.novelId,
    userId: actor.userId,
    editorId: `queue-${chapterId}`,
    taken,
    baseRevision: taken.row.revision,
    content: contentOfDocument(changed.doc, chapterId),
  });
  // The row is held since before it was read.
  if (saved.do === 'stale') throw new Error('a held chapter has changed');
  await store.settleQueue(trx, chapterId, saved.revisionId, openLinesOf(changed.doc));
  outcome.applied.push({
    chapterId,
    lineIds: [...changed.lineIds],
    chapterUrlId: saved.revisionId,
    revision: saved.number,
  });
  return true;
}

async function decideLines(
  context: CallContext,
  { decisions }: ParamsOf<Calls['decideLines']>,
): Promise<Outcome> {
  const { trx, novel, actor } = context;
  mustBeWritable(novel);
  // Of several decisions on one line the last one counts.
  const wanted = [...new Map(decisions.map((one) => [`${one.chapterId} ${one.lineId}`, one])).values()];
  const byChapter = Map.groupBy(wanted, (one) => one.chapterId);
  const taken = await takeChapters(trx, [...byChapter.keys()]);
  if ([...byChapter.keys()].some((id) => taken.get(id)?.row.novel_id !== novel.novelId))
    throw new Refusal('NOT_ALLOWED');
  const locked = await lockedReasons(trx, actor.userId, [...byChapter.keys()]);
  const roles = await store.rolesInUse(trx, novel.novelId, {
    ids: wanted.flatMap(({ roleId }) => (roleId === null ? [] : [roleId])),
    names: [],
  });
  const isRole = (roleId: string | null): boolean =>
    roleId === null || roleId === narrationDecision || roles.ids.has(roleId);
  const earlier = await store.rowsOf(
    trx,
    [...byChapter.keys()],
    wanted.map(({ lineId }) => lineId),
  );
  const decidedRole = (chapterId: string, lineId: string): string | null =>
    earlier.find((row) => row.chapter_id === chapterId && row.line_id === lineId)?.decided_role ?? null;
  const outcome: Outcome = { applied: [], refused: [] };
  for (const [chapterId, chapter] of taken) {
    const own = byChapter.get(chapterId) ?? [];
    const lineIds = own.map(({ lineId }) => lineId);
    const applied = await changeChapter(
      context,
      chapter,
      locked,
      lineIds,
      (doc) => {
        if (!own.every(({ roleId }) => isRole(roleId)))
          return { reason: '所选角色已被删除或废弃，请刷新角色列表后重选', lineIds };
        const done = withDecisions(
          doc,
          own.map(({ lineId, roleId }) => ({ lineId, roleId, decidedRole: decidedRole(chapterId, lineId) })),
        );
        return { ...done, lineIds };
      },
      outcome,
    );
    if (applied)
      for (const { lineId, roleId } of own) await store.noteDecision(trx, chapterId, lineId, roleId);
  }
  return outcome;
}

async function acceptSuggestions(
  context: CallContext,
  { chapterIds, threshold }: ParamsOf<Calls['acceptSuggestions']>,
): Promise<AnswerOf<Calls['acceptSuggestions']>> {
  const { trx, novel, actor } = context;
  mustBeWritable(novel);
  await settle(context, chapterIds);
  const limit = chaptersAccepted + chaptersNamed;
  const all = await store.chaptersToAccept(trx, novel.novelId, chapterIds, threshold, limit);
  const now = all.slice(0, chaptersAccepted);
  const outcome: Outcome = { applied: [], refused: [] };
  const rows = (await store.rowsOf(trx, now)).filter((row) => row.open && row.confidence >= threshold);
  const resolve = await candidatesNow(trx, novel.novelId, rows);
  const byChapter = Map.groupBy(
    rows.flatMap(({ chapter_id: chapterId, line_id: lineId, candidates, confidence }) => {
      const [first] = candidates;
      const roleId = first === undefined ? null : resolve(first).roleId;
      return roleId === null ? [] : [{ chapterId, lineId, roleId, confidence }];
    }),
    (line) => line.chapterId,
  );
  const taken = await takeChapters(trx, [...byChapter.keys()]);
  const locked = await lockedReasons(trx, actor.userId, [...byChapter.keys()]);
  for (const [chapterId, chapter] of taken) {
    const accepted = byChapter.get(chapterId) ?? [];
    const lineIds = accepted.map(({ lineId }) => lineId);
    await changeChapter(context, chapter, locked, lineIds, (doc) => withAccepted(doc, accepted), outcome);
  }
  return { ...outcome, rest: all.slice(chaptersAccepted) };
}

/** The calls about the review queue. */
export const queueHandlers: Handlers<QueueCalls> = {
  async reviewQueue(context, { chapterIds, order, page, size }) {
    const { trx, novel } = context;
    await settle(context, chapterIds);
    const chapters = await store.countOpen(trx, novel.novelId, chapterIds);
    const rows = await store.listOpen(trx, novel.novelId, chapterIds, order, {
      offset: (page - 1) * size,
      limit: size,
    });
    const resolve = await candidatesNow(trx, novel.novelId, rows);
    return {
      list: rows.map((row) => ({
        chapterId: row.chapter_id,
        chapterName: row.chapter_name,
        lineId: row.line_id,
        text: row.text,
        before: row.before,
        after: row.after,
        evidence: row.evidence,
        candidates: row.candidates.map(resolve),
        confidence: row.confidence,
        category: row.category,
        reason: row.reason,
      })),
      total: chapters.reduce((sum, { open }) => sum + open, 0),
      chapters: chapters.slice(0, chaptersNamed),
    };
  },
  decideLines,
  acceptSuggestions,
};
