import * as z from 'zod';
import { defineCall } from '../call.ts';
import { onNovel, signedIn } from '../permission.ts';
import { done, flag, id, ids } from '../shapes.ts';
import { genre, novel, novelName } from './novel.shapes.ts';

/** Calls about novels ("product" on the wire). */
export const novelCalls = {
  addNovel: defineCall({
    method: 'POST',
    path: 'product/add',
    params: z.strictObject({ name: novelName, genre: genre.optional() }),
    response: z.object({ id }),
    permission: signedIn,
    errors: [],
    summary: '新建小说',
  }),
  editNovel: defineCall({
    method: 'POST',
    path: 'product/edit',
    params: z.strictObject({ id, name: novelName, genre: genre.nullable().optional() }),
    response: done,
    permission: onNovel('admin', 'productId'),
    errors: ['NOVEL_BINNED'],
    summary: '改小说名与类型',
  }),
  listNovels: defineCall({
    method: 'GET',
    path: 'product/search',
    params: z.strictObject({
      name: z.string().max(60).optional(),
      genre: genre.optional(),
      isOver: flag.optional(),
      /** 0 by creation time, 1 by edit time (default). */
      timetype: flag.optional(),
      /** 0 ascending, 1 descending (default). */
      order: flag.optional(),
    }),
    response: z.object({ list: z.array(novel) }),
    permission: signedIn,
    errors: [],
    summary: '我创建的小说',
  }),
  listBinnedNovels: defineCall({
    method: 'GET',
    path: 'product/del/search',
    params: z.strictObject({}),
    response: z.object({ list: z.array(novel) }),
    permission: signedIn,
    errors: [],
    summary: '回收站里的小说',
  }),
  binNovel: defineCall({
    method: 'POST',
    path: 'product/delete',
    params: z.strictObject({ id }),
    response: done,
    permission: onNovel('creator', 'productId'),
    errors: [],
    summary: '移入回收站',
  }),
  restoreNovel: defineCall({
    method: 'POST',
    path: 'product/reduction',
    params: z.strictObject({ productId: id }),
    response: done,
    permission: onNovel('creator', 'productId'),
    errors: [],
    summary: '从回收站还原',
  }),
  purgeNovels: defineCall({
    method: 'POST',
    path: 'product/real/del',
    params: z.strictObject({
      productIds: ids,
      /** The typed names, in the order of the ids: what cannot be undone is confirmed by name. */
      names: z.array(z.string()).min(1),
    }),
    response: done,
    permission: onNovel('creator', 'productIds'),
    errors: [],
    summary: '彻底删除回收站里的小说',
  }),
  markNovelOver: defineCall({
    method: 'POST',
    path: 'product/mark',
    params: z.strictObject({ productId: id, isOver: flag }),
    response: done,
    permission: onNovel('creator', 'productId'),
    errors: ['NOVEL_BINNED'],
    summary: '设为完结或未完结',
  }),
  topNovel: defineCall({
    method: 'POST',
    path: 'product/topping',
    params: z.strictObject({ productId: id, topped: flag }),
    response: done,
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '置顶或取消置顶（只对自己）',
  }),
  novelInfo: defineCall({
    method: 'GET',
    path: 'chapter/search/product',
    params: z.strictObject({ productId: id }),
    response: novel,
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '一部小说与我在其中的权限',
  }),
  novelAuthority: defineCall({
    method: 'GET',
    path: 'crew/authority/search',
    params: z.strictObject({ productId: id }),
    response: z.object({ authority: z.string() }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '我在小说中的 8 位权限',
  }),
};
