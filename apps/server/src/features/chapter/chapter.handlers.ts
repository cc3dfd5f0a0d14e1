import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { grants, leaseSeconds, mustBeWritable, mustNotBeBinned, planLock } from '@huaben/domain';
import { MAX_CHAPTER_CHARACTERS } from '@huaben/manuscript';
import type { CallContext, Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import { contentOfText } from './chapter-content.ts';
import * as locks from './chapter-lock.store.ts';
import { chapterOf } from './chapter.shapes.ts';
import * as store from './chapter.store.ts';
import { lockedChapters } from './locked-chapters.ts';

type Calls = (typeof contract)['chapter'];
type ImportCalls = 'importFile' | 'importInfo' | 'cancelImport';

/** @throws Refusal CHAPTER_TOO_LONG, naming the chapter and its size */
export function mustFit(name: string, characters: number): void {
  if (characters <= MAX_CHAPTER_CHARACTERS) return;
  const text = `《${name}》有 ${characters} 个字符，超过每章 ${MAX_CHAPTER_CHARACTERS} 的上限，请先拆分`;
  throw new Refusal('CHAPTER_TOO_LONG', { text, detail: { characters, limit: MAX_CHAPTER_CHARACTERS } });
}

/** All-or-none: the messages name every chapter that someone else holds. */
async function refuseLocked({ trx, actor }: CallContext, chapterIds: readonly string[]): Promise<Refusal> {
  const held = await lockedChapters(trx, actor.userId, chapterIds);
  return new Refusal('CHAPTER_LOCKED', {
    ...(held[0] ? { text: held[0].message } : {}),
    messages: held.map(({ message }) => message),
    detail: { holders: held.map(({ chapterId, holder }) => ({ chapterId, ...holder })) },
  });
}

async function lockChapters(
  context: CallContext,
  params: { chapterIds: string[]; type: 1 | 2; editorId: string; takeOver?: 1 | undefined },
) {
  const { trx, actor, novels, record } = context;
  novels.forEach(mustBeWritable);
  const rows = await store.lockRows(trx, params.chapterIds);
  const stored = await locks.takeLocks(trx, params.chapterIds);
  const now = await locks.databaseNow(trx);
  const chief = novels.every((novel) => grants(novel.flags, 'creator') || grants(novel.flags, 'admin'));
  const request = {
    userId: actor.userId,
    editorId: params.editorId,
    type: params.type,
    takeOver: params.takeOver === 1 && chief,
  };
  const plans = stored.map((lock) => ({ chapterId: lock.chapterId, plan: planLock(lock, request, now) }));
  const refusedIds = plans.filter(({ plan }) => plan.do === 'refuse').map(({ chapterId }) => chapterId);
  if (refusedIds.length > 0) throw await refuseLocked(context, refusedIds);
  const held = [];
  for (const { chapterId, plan } of plans) {
    const row = rows.find(({ id }) => id === chapterId);
    if (!row || plan.do === 'refuse') throw new Refusal('NOT_ALLOWED');
    if (plan.do === 'renew') await locks.renewLock(trx, chapterId, actor.userId, params.editorId, true);
    else {
      await locks.acquireLock(trx, chapterId, request, plan.fence);
      await record('chapter.lock-changed', { novelId: row.novel_id, chapterId });
    }
    held.push({
      chapterId,
      fence: plan.fence,
      revision: row.revision,
      chapterUrlId: row.revision_id,
      leaseSeconds,
    });
  }
  await store.noteOpened(trx, actor.userId, params.chapterIds);
  return { locks: held };
}

/** Handlers of the chapter calls beside import. */
export const chapterHandlers: Omit<Handlers<Calls>, ImportCalls> = {
  listChapters: async ({ trx, actor, novel }) => ({
    list: (await store.listChapters(trx, novel.novelId)).map((row) => chapterOf(row, actor.userId)),
  }),
  listSiblings: async ({ trx, actor, novel }) => ({
    list: (await store.listChapters(trx, novel.novelId)).map((row) => chapterOf(row, actor.userId)),
  }),
  recentChapters: async ({ trx, actor }, { productId }) => {
    const rows = await store.listRecent(trx, actor.userId, productId);
    return { list: rows.map((row) => ({ ...chapterOf(row, actor.userId), productName: row.novel_name })) };
  },
  chapterInfo: async ({ trx, actor }, { chapterId }) =>
    chapterOf(await store.findChapter(trx, chapterId), actor.userId),
  addChapter: async ({ trx, actor, novel, record }, { name, text }) => {
    mustBeWritable(novel);
    const id = newId();
    const content = contentOfText(text ?? '', id);
    mustFit(name, content.characters);
    await store.insertChapters(trx, novel.novelId, actor.userId, [{ id, name, content }]);
    await record('novel.changed', { novelId: novel.novelId });
    return { id };
  },
  renameChapter: async ({ trx, actor, novel, record }, { id, name }) => {
    mustBeWritable(novel);
    await store.renameChapter(trx, id, name, actor.userId);
    await record('novel.changed', { novelId: novel.novelId });
    return {};
  },
  deleteChapters: async (context, { ids }) => {
    const { trx, actor, novels, record } = context;
    novels.forEach(mustBeWritable);
    const rows = await store.lockRows(trx, ids);
    const stored = await locks.takeLocks(trx, ids);
    const now = await locks.databaseNow(trx);
    const foreign = stored.filter(
      ({ holder }) => holder !== null && holder.expires > now && holder.userId !== actor.userId,
    );
    if (foreign.length > 0)
      throw await refuseLocked(
        context,
        foreign.map(({ chapterId }) => chapterId),
      );
    await store.markDeleted(trx, ids);
    for (const novel of novels) {
      const own = rows.filter((row) => row.novel_id === novel.novelId);
      await store.addToNovel(trx, novel.novelId, actor.userId, {
        chapters: -own.length,
        marked: -own.filter((row) => row.unassigned_count === 0).length,
        words: -own.reduce((total, row) => total + row.word_count, 0),
      });
      await record('novel.changed', { novelId: novel.novelId });
    }
    return {};
  },
  readManuscript: async ({ trx, novel }, { url }) => {
    const row = await store.findRevision(trx, novel.novelId, url);
    if (!row || row.number === null) throw new Refusal('NOT_ALLOWED');
    return {
      chapterId: row.chapter_id,
      chapterUrlId: row.id,
      revision: row.number,
      hash: row.hash,
      html: row.html,
    };
  },
  lockChapters,
  unlockChapter: async ({ trx, actor, novel, record }, { chapterId, editorId, type }) => {
    const released = await locks.releaseLock(trx, chapterId, actor.userId, editorId, type);
    if (released) await record('chapter.lock-changed', { novelId: novel.novelId, chapterId });
    return {};
  },
  checkChapter: async ({ trx, actor, novel }, { chapterId, editorId }) => {
    mustNotBeBinned(novel);
    const renewed = await locks.renewLock(trx, chapterId, actor.userId, editorId, false);
    const row = await store.findChapter(trx, chapterId);
    return { held: renewed.length > 0, revision: row.revision, chapterUrlId: row.revision_id };
  },
};
