import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { creatorFlags, mustNotBeBinned } from '@huaben/domain';
import type { Trx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { insertNarration } from '../cast/index.ts';
import { removeBlobs } from './novel.jobs.ts';
import { novelOf } from './novel.shapes.ts';
import * as store from './novel.store.ts';

type Calls = (typeof contract)['novel'];

/** Creates a novel with its creator and its narration role. */
export async function createNovel(
  trx: Trx,
  novel: { name: string; genre: string | null; creatorId: string },
): Promise<string> {
  const id = await store.insertNovel(trx, { ...novel, flags: creatorFlags });
  await insertNarration(trx, id);
  return id;
}

/** Handlers of the novel calls. */
export const novelHandlers: Handlers<Calls> = {
  addNovel: async ({ trx, actor, record }, { name, genre }) => {
    const id = await createNovel(trx, { name, genre: genre ?? null, creatorId: actor.userId });
    await record('novel.changed', { novelId: id });
    return { id };
  },
  editNovel: async ({ trx, novel, record }, { name, genre }) => {
    mustNotBeBinned(novel);
    await store.updateNovel(trx, novel.novelId, { name, ...(genre === undefined ? {} : { genre }) });
    await record('novel.changed', { novelId: novel.novelId });
    return {};
  },
  listNovels: async ({ trx, actor }, { name, genre, isOver, timetype, order }) => {
    const finished = isOver === undefined ? undefined : isOver === 1;
    const rows = await store.listCreated(trx, actor.userId, {
      name,
      genre,
      finished,
      binned: false,
      byEdit: timetype !== 0,
      ascending: order === 0,
    });
    return { list: rows.map(novelOf) };
  },
  listBinnedNovels: async ({ trx, actor }) => {
    const rows = await store.listCreated(trx, actor.userId, { binned: true, byEdit: true, ascending: false });
    return { list: rows.map(novelOf) };
  },
  binNovel: async ({ trx, novel, record }) => {
    await store.binNovel(trx, novel.novelId);
    await record('novel.changed', { novelId: novel.novelId });
    return {};
  },
  restoreNovel: async ({ trx, novel, record }) => {
    await store.restoreNovel(trx, novel.novelId);
    await record('novel.changed', { novelId: novel.novelId });
    return {};
  },
  purgeNovels: async ({ trx, novels, enqueue }, { productIds, names }) => {
    for (const novel of novels) {
      const typed = names[productIds.indexOf(novel.novelId)];
      if (typed !== novel.novelName)
        throw new Refusal('BAD_REQUEST', {
          text: `输入的名字与《${novel.novelName}》不一致，没有删除；请照原名输入`,
        });
      if (novel.state !== 'binned')
        throw new Refusal('BAD_REQUEST', { text: `《${novel.novelName}》不在回收站中，请先移入回收站` });
    }
    for (const { novelId } of novels) {
      const keys = await store.blobKeysOf(trx, novelId);
      await store.deleteNovel(trx, novelId);
      for (let start = 0; start < keys.length; start += 500)
        await enqueue(removeBlobs, { keys: keys.slice(start, start + 500) });
    }
    return {};
  },
  markNovelOver: async ({ trx, novel, record }, { isOver }) => {
    mustNotBeBinned(novel);
    await store.setFinished(trx, novel.novelId, isOver === 1);
    await record('novel.changed', { novelId: novel.novelId });
    return {};
  },
  topNovel: async ({ trx, actor, novel }, { topped }) => {
    await store.setTopped(trx, actor.userId, novel.novelId, topped === 1);
    return {};
  },
  novelInfo: async ({ trx, actor, novel }) =>
    novelOf(await store.findNovel(trx, actor.userId, novel.novelId)),
  novelAuthority: async ({ novel }) => {
    if (novel.flags === null) throw new Refusal('NOT_ALLOWED');
    return { authority: novel.flags };
  },
};
