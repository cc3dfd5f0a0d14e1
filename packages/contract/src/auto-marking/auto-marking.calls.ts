import * as z from 'zod';
import { defineCall } from '../call.ts';
import { onNovel } from '../permission.ts';
import { done, id, ids } from '../shapes.ts';
import {
  decisionOutcome,
  defaultMarkingThreshold,
  lineDecision,
  lineId,
  markingChange,
  markingMode,
  markingState,
  markingTask,
  markingThreshold,
  modelCeiling,
  reviewItem,
  rosterName,
} from './auto-marking.shapes.ts';

/** Calls about automatic marking: tasks, review queue, discovered roster. */
export const autoMarkingCalls = {
  startMarking: defineCall({
    method: 'POST',
    path: 'upload/ai/fc/batch/invoke',
    params: z
      .strictObject({
        productId: id,
        chapterIds: ids,
        mode: markingMode.default('blank'),
        /** Mode selection: the chosen lines of its one chapter. */
        lineIds: z.array(lineId).min(1).max(5000).optional(),
        /** Mode selection: store nothing; the task's detail holds the changes. */
        preview: z.boolean().default(false),
        /** Mode chapter: must be 整章重画. */
        confirmation: z.string().max(20).optional(),
        threshold: markingThreshold.default(defaultMarkingThreshold),
        /** Ask the language model about what the rules leave in doubt: passages leave this server. */
        useModel: z.boolean().default(false),
        /** Most that the language model may cost in the whole run, in 分; needed with useModel. */
        ceiling: modelCeiling.optional(),
      })
      .refine(({ mode, lineIds }) => (mode === 'selection') === (lineIds !== undefined), {
        message: '“重画选区”须指明台词，其他方式不能指明台词',
        path: ['lineIds'],
      })
      .refine(({ mode, chapterIds }) => mode !== 'selection' || chapterIds.length === 1, {
        message: '“重画选区”一次只能用于一章',
        path: ['chapterIds'],
      })
      .refine(({ mode, preview }) => !preview || mode === 'selection', {
        message: '只有“重画选区”可以预览',
        path: ['preview'],
      })
      .refine(({ useModel, ceiling }) => !useModel || ceiling !== undefined, {
        message: '使用语言模型须给出费用上限',
        path: ['ceiling'],
      })
      .refine(({ useModel, preview }) => !useModel || !preview, {
        message: '预览不使用语言模型，请关闭其中一项',
        path: ['useModel'],
      }),
    response: z.object({
      /** Null when every chapter was left out. */
      invokeId: id.nullable(),
      tasks: z.array(z.object({ taskId: id, chapterId: id })),
      /** Chapters left out: locked by someone, open in the user's own desk, already being marked, or nothing to do. */
      skipped: z.array(
        z.object({
          chapterId: id,
          code: z.enum(['locked', 'open-here', 'busy', 'nothing']),
          reason: z.string(),
        }),
      ),
    }),
    permission: onNovel('edit', 'chapterIds'),
    errors: ['MARKING_UNCONFIRMED', 'MODEL_MISSING', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '自动画本：每章一个任务，后台进行；人工标注从不改动',
  }),
  modelInfo: defineCall({
    method: 'POST',
    path: 'upload/ai/model/search',
    params: z.strictObject({
      productId: id,
      /** All chapters of the novel when absent. */
      chapterIds: ids.optional(),
      /** With chapter every line counts, else only those without a role. */
      mode: markingMode.exclude(['selection']).default('blank'),
    }),
    response: z.object({
      configured: z.boolean(),
      /** The model's name as the operator gave it. */
      name: z.string().nullable(),
      /** Lines that may be asked about at most: the rules settle some of them first. */
      lines: z.number().int(),
      /** Cost in 分, rounded up, if all of those lines were asked once; null without a model. */
      estimateFen: z.number().int().nullable(),
      /** The same with long lines, many candidates and every line asked twice. */
      estimateFenAtMost: z.number().int().nullable(),
    }),
    permission: onNovel('edit', 'productId'),
    errors: [],
    summary: '有没有配置语言模型，以及用它确认拿不准的台词大约要多少钱；不向模型发送任何内容',
    extra: true,
  }),
  listMarkingTasks: defineCall({
    method: 'GET',
    path: 'upload/task/search',
    params: z.strictObject({ chapterId: id }),
    response: z.object({ list: z.array(markingTask) }),
    permission: onNovel('member', 'chapterId'),
    errors: [],
    summary: '一章最近的 50 个自动画本任务，新的在前',
  }),
  listNovelMarkingTasks: defineCall({
    method: 'GET',
    path: 'upload/task/product/search',
    params: z.strictObject({
      productId: id,
      state: markingState.optional(),
      invokeId: id.optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      size: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      list: z.array(markingTask),
      total: z.number().int(),
      /** Tasks of each state, whatever state was asked for. */
      states: z.record(markingState, z.number().int()),
    }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '小说的自动画本任务，新的在前；同一批按章节顺序',
    extra: true,
  }),
  markingTaskDetail: defineCall({
    method: 'GET',
    path: 'upload/task/one/search',
    params: z.strictObject({ taskId: id }),
    response: markingTask.extend({
      /** Of a preview that is done: what applying it would change, in reading order. */
      changes: z.array(markingChange).nullable(),
    }),
    permission: onNovel('member', 'markingTaskIds'),
    errors: [],
    summary: '一个自动画本任务；预览任务带逐句改动',
    extra: true,
  }),
  deleteMarkingTasks: defineCall({
    method: 'POST',
    path: 'upload/task/del',
    params: z.strictObject({ taskIds: ids }),
    response: done,
    permission: onNovel('edit', 'markingTaskIds'),
    errors: [],
    summary: '等待或进行中的任务取消（不留半章），已结束的从列表移除',
  }),
  reviewQueue: defineCall({
    method: 'POST',
    path: 'upload/ai/queue/search',
    params: z.strictObject({
      productId: id,
      chapterIds: ids.optional(),
      /** risk: least sure first; place: in reading order. */
      order: z.enum(['risk', 'place']).default('risk'),
      page: z.number().int().min(1).max(10_000).default(1),
      size: z.number().int().min(1).max(200).default(50),
    }),
    response: z.object({
      list: z.array(reviewItem),
      total: z.number().int(),
      /** Open lines per chapter, in reading order, of the chapters asked for that have any; at most 1,000. */
      chapters: z.array(z.object({ chapterId: id, chapterName: z.string(), open: z.number().int() })),
    }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '待确认的台词：只有当前版本中仍未标注的',
    extra: true,
  }),
  decideLines: defineCall({
    method: 'POST',
    path: 'upload/ai/queue/decide',
    params: z.strictObject({ productId: id, decisions: z.array(lineDecision).min(1).max(200) }),
    response: decisionOutcome,
    permission: onNovel('edit', 'productId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '对待确认的台词作决定（记为人工标注），每章全部或一句也不；每次调用每章存一个新版本',
    extra: true,
  }),
  acceptSuggestions: defineCall({
    method: 'POST',
    path: 'upload/ai/queue/accept',
    params: z.strictObject({ productId: id, chapterIds: ids.optional(), threshold: markingThreshold }),
    response: decisionOutcome.extend({
      /** Chapters not tried yet: call again with these until none is left. */
      rest: z.array(id),
    }),
    permission: onNovel('edit', 'productId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '采纳待确认中置信度达到阈值的第一候选（仍记为机器标注），一次最多 20 章',
    extra: true,
  }),
  findRoster: defineCall({
    method: 'POST',
    path: 'upload/ai/roster/invoke',
    params: z.strictObject({ productId: id, chapterIds: ids }),
    response: z.object({ rosterId: id }),
    permission: onNovel('edit', 'chapterIds'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '在所选章节中找出角色，后台进行，完成时有推送',
    extra: true,
  }),
  rosterInfo: defineCall({
    method: 'GET',
    path: 'upload/ai/roster/search',
    params: z.strictObject({ productId: id, rosterId: id }),
    response: z.object({
      rosterId: id,
      state: z.enum(['waiting', 'done', 'failed']),
      message: z.string().nullable(),
      /** Most lines first; compared with the roles of this moment. */
      names: z.array(rosterName),
    }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '找出的角色：名字、别名、性别、台词数，以及已有的同名角色',
    extra: true,
  }),
  payMarking: defineCall({
    method: 'POST',
    path: 'upload/pay',
    params: z.strictObject({ chapterUrlId: id }),
    response: z.object({ free: z.boolean(), characters: z.number().int() }),
    permission: onNovel('edit', 'chapterUrlId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '为一个内容版本支付自动画本；没有商业功能时一律免费',
  }),
};
