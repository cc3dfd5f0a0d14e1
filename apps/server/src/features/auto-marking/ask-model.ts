import { createHash } from 'node:crypto';
import { inTransaction } from '../../platform/db/database.ts';
import type { StoredModelAnswer } from '../../platform/db/schema-marking.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import type { LanguageModel, SpeakerAnswer } from '../language-model/index.ts';
import { watchForCancel } from './cancel-watch.ts';
import { holdInvoke } from './invoke-run.store.ts';
import type { LineAnswer, LineDoubt } from './line-doubts.ts';
import * as store from './model-run.store.ts';
import { RunLost } from './run-lost.ts';

/** The doubtful lines of a task's chapter. */
export interface ModelQuestion {
  readonly invokeId: string;
  readonly runId: string;
  readonly taskId: string;
  readonly doubts: readonly LineDoubt[];
  /** Main name → the other names of the same character. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

/** What the language model said. */
interface ModelAnswers {
  /** Of every doubtful line. */
  readonly answers: ReadonlyMap<string, LineAnswer>;
  /** What it did in this chapter, in the user's words. */
  readonly message: string | null;
}

const noModel = '服务器没有配置语言模型';
const noneOfThese = '语言模型认为候选都不是，或看不出是谁';
const notAsked = '语言模型没有回答这一句';

function noRole({ kind, name }: LineDoubt['candidates'][number]): string {
  if (kind === 'anonymous') return '语言模型认为说话人没有名字，而这部小说还没有“路人”角色';
  if (kind === 'group') return '语言模型认为是众人一起说的，而这部小说还没有“群众”角色';
  return `语言模型认为是“${name}”，但还没有这个角色；建好角色后再确认`;
}

const fingerprint = ({ text, before, after, candidates, framedSpeaker }: LineDoubt): string => {
  const names = candidates.map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([text, before, after, names, framedSpeaker]))
    .digest('base64');
};

/** Answers that stand whatever happens to the rest of the request; others may be asked for again. */
function storedAnswer(doubt: LineDoubt, answer: SpeakerAnswer | undefined): StoredModelAnswer | null {
  const question = fingerprint(doubt);
  if (answer?.outcome === 'answered') {
    const name = answer.index === null ? null : (doubt.candidates[answer.index]?.name ?? null);
    return { question, name, reason: null };
  }
  const lasting =
    answer?.code === 'unusable' || answer?.code === 'contradiction' || answer?.code === 'no-candidates';
  return lasting ? { question, name: null, reason: answer.reason } : null;
}

function lineAnswer(doubt: LineDoubt, { name, reason }: StoredModelAnswer): LineAnswer {
  if (name === null) return { reason: reason ?? noneOfThese };
  const chosen = doubt.candidates.find((candidate) => candidate.name === name);
  if (chosen === undefined) return { reason: notAsked };
  return chosen.roleId === null ? { reason: noRole(chosen) } : { roleId: chosen.roleId };
}

/** Sends the questions; money and answers are stored as soon as they are known, whatever becomes of the chapter. */
async function send(
  model: LanguageModel,
  context: JobContext,
  { invokeId, runId, taskId, aliases }: ModelQuestion,
  open: readonly LineDoubt[],
  left: number,
): Promise<void> {
  const { db } = context;
  const lines = open.map((doubt) => ({
    ...doubt,
    id: doubt.lineId,
    candidates: doubt.candidates.map(({ name }) => name),
  }));
  // A process that is killed while it asks leaves the most that this can have cost as spent.
  const bound = Math.min(left, model.estimate({ lines, aliases }).fenAtMost);
  await inTransaction(db, async (trx) => {
    if (!(await holdInvoke(trx, invokeId, runId))) throw new RunLost();
    await store.spendOnModel(trx, invokeId, bound);
  });
  const watch = watchForCancel(context, taskId);
  try {
    const result = await model.askSpeakers({ lines, aliases, ceilingFen: left, signal: watch.signal });
    const byId = new Map(result.answers.map((answer) => [answer.id, answer]));
    const kept = open.flatMap((doubt) => {
      const stored = storedAnswer(doubt, byId.get(doubt.lineId));
      return stored === null ? [] : [[doubt.lineId, stored] as const];
    });
    const { stopped, usage } = result;
    await inTransaction(db, async (trx) => {
      await store.spendOnModel(trx, invokeId, usage.fen - bound);
      if (stopped !== null && stopped.code !== 'cancelled')
        await store.stopModel(trx, invokeId, stopped.reason);
      await store.keepAnswers(trx, taskId, Object.fromEntries(kept));
    });
  } finally {
    watch.end();
  }
  context.signal.throwIfAborted();
}

/**
 * Asks the language model about a chapter's doubtful lines within what is left of the run's ceiling. Answers
 * that are stored with the task are not asked for again.
 * @throws RunLost; the reason of the context's signal when it is aborted
 */
export async function askModel(
  model: LanguageModel | null,
  context: JobContext,
  question: ModelQuestion,
): Promise<ModelAnswers> {
  const { db } = context;
  const { invokeId, taskId, doubts } = question;
  const read = () => store.modelStateOf(db, invokeId, taskId);
  const standing = (state: Awaited<ReturnType<typeof read>>, doubt: LineDoubt) => {
    const stored = state?.model_answers?.[doubt.lineId];
    return stored?.question === fingerprint(doubt) ? stored : undefined;
  };
  let state = await read();
  const open = doubts.filter((doubt) => standing(state, doubt) === undefined);
  if (state && model && state.model_stopped === null && open.length > 0) {
    const left = Math.max(0, (state.model_ceiling ?? 0) - state.model_spent);
    await send(model, context, question, open, left);
    state = await read();
  }
  const stopped = model === null ? noModel : (state?.model_stopped ?? null);
  let asked = 0;
  const answers = new Map(
    doubts.map((doubt): [string, LineAnswer] => {
      const stored = standing(state, doubt);
      if (stored) asked += 1;
      return [doubt.lineId, stored ? lineAnswer(doubt, stored) : { reason: stopped ?? notAsked }];
    }),
  );
  const settled = [...answers.values()].filter((answer) => 'roleId' in answer).length;
  const yuan = ((state?.model_spent ?? 0) / 100).toFixed(2);
  const done =
    asked === 0 ? null : `语言模型看了 ${asked} 句，标注了 ${settled} 句；这一批至今费用约 ${yuan} 元`;
  const rules = stopped === null ? null : `拿不准的台词没有再问语言模型：${stopped}`;
  return { answers, message: [done, rules].filter((part) => part !== null).join('。') || null };
}
