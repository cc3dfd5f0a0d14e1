import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { StoredModelAnswer } from '../../platform/db/schema-marking.ts';

/** What a run may still spend on the language model in 分, why it spends nothing more, and what a task was answered. */
export const modelStateOf = (db: Db | Trx, invokeId: string, taskId: string) =>
  db
    .selectFrom('marking_invokes as i')
    .innerJoin('marking_tasks as t', 't.invoke_id', 'i.id')
    .select(['i.model_ceiling', 'i.model_spent', 'i.model_stopped', 't.model_answers'])
    .where('i.id', '=', invokeId)
    .where('t.id', '=', taskId)
    .executeTakeFirst();

/** Adds to what a run has spent, in 分; negative to give back what a request did not take. */
export const spendOnModel = (trx: Trx, invokeId: string, fen: number) =>
  trx
    .updateTable('marking_invokes')
    .set((eb) => ({ model_spent: eb('model_spent', '+', fen) }))
    .where('id', '=', invokeId)
    .execute();

/** The rest of the run does without the model. */
export const stopModel = (trx: Trx, invokeId: string, reason: string) =>
  trx
    .updateTable('marking_invokes')
    .set({ model_stopped: reason })
    .where('id', '=', invokeId)
    .where('model_stopped', 'is', null)
    .execute();

/** Keeps answers with their task until its chapter is stored, so that none is paid twice. */
export const keepAnswers = (trx: Trx, taskId: string, answers: Readonly<Record<string, StoredModelAnswer>>) =>
  trx
    .updateTable('marking_tasks')
    .set({
      model_answers: sql<string>`coalesce(model_answers, '{}'::jsonb) || ${JSON.stringify(answers)}::jsonb`,
    })
    .where('id', '=', taskId)
    .where('state', '=', 'running')
    .execute();

/** Whether nobody has cancelled or removed a task that was running. */
export async function stillRuns(db: Db, taskId: string): Promise<boolean> {
  const row = await db
    .selectFrom('marking_tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}
