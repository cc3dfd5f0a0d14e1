import { Refusal } from '@huaben/contract';
import type { Call } from '@huaben/contract';
import { mustMay } from '@huaben/domain';
import type { NovelAccess } from '@huaben/domain';
import type { Trx } from '../db/database.ts';
import { loadNovelAccess } from './novel-access.store.ts';

type Params = Readonly<Record<string, unknown>>;

/** The parameter that holds the ids of a locator; the wire calls the same thing by several names. */
const parameterNames = {
  productId: ['productId', 'productNumber', 'id'],
  productIds: ['productIds'],
  chapterId: ['chapterId', 'id'],
  chapterIds: ['chapterIds', 'ids'],
  roleIds: ['ids', 'id'],
  taskId: ['taskId'],
  itemId: ['itemId'],
  versionId: ['versionId'],
  importId: ['importId'],
  exportIds: ['ids'],
  markingTaskIds: ['taskIds', 'taskId'],
  chapterUrlId: ['chapterUrlId'],
} as const;

function idsIn(params: Params, names: readonly string[]): string[] {
  const name = names.find((candidate) => params[candidate] !== undefined);
  const value = name === undefined ? undefined : params[name];
  const list: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return [...new Set(list.filter((item): item is string => typeof item === 'string'))];
}

/**
 * The one place where a call is judged: loads the novels that its ids lead to and asks the rule of all
 * of them together. A novel id beside other ids must be the novel of every one of them.
 * @throws Refusal NOT_ALLOWED
 */
export async function authorise(
  trx: Trx,
  call: Call,
  userId: string,
  params: Params,
): Promise<readonly NovelAccess[]> {
  if (call.permission.scope !== 'novel') return [];
  const { by, needs } = call.permission;
  const ids = idsIn(params, parameterNames[by]);
  const rows = await loadNovelAccess(trx, userId, by, ids);
  mustMay(needs, ids.length, rows);
  const named = params['productId'] ?? params['productNumber'];
  if (named !== undefined && rows.some((row) => row.novelId !== named)) throw new Refusal('NOT_ALLOWED');
  return [...new Map(rows.map((row) => [row.novelId, row])).values()];
}
