import * as z from 'zod';
import { defineCall } from '../call.ts';
import { onNovel, signedIn } from '../permission.ts';
import { done, id, ids } from '../shapes.ts';
import { audioVersion, spokenLine, task, voice } from './synthesis.shapes.ts';

/** Calls about synthetic voices, synthesis tasks and audio versions. */
export const synthesisCalls = {
  listVoices: defineCall({
    method: 'GET',
    path: 'voice/search',
    params: z.strictObject({}),
    response: z.object({ list: z.array(voice) }),
    permission: signedIn,
    errors: [],
    summary: '可用的音色',
    extra: true,
  }),
  quoteTask: defineCall({
    method: 'POST',
    path: 'task/submit',
    params: z.strictObject({
      productId: id,
      chapterIds: ids,
      /** Render again even where the cache has the line. */
      key: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .describe('幂等键：同一键只建一个任务'),
    }),
    response: task,
    permission: onNovel('broad', 'productId'),
    errors: ['VOICE_MISSING', 'NOTHING_TO_SPEAK', 'CAPACITY_FULL', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '报价：要合成的章节、字数与鸡币；有角色没有音色时列出它们',
  }),
  payTask: defineCall({
    method: 'POST',
    path: 'task/item/pay',
    params: z.strictObject({ taskId: id }),
    response: task,
    permission: onNovel('broad', 'taskId'),
    errors: ['TASK_STATE', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '预留鸡币（内置引擎免费）',
  }),
  executeTask: defineCall({
    method: 'POST',
    path: 'task/execute',
    params: z.strictObject({ taskId: id }),
    response: task,
    permission: onNovel('broad', 'taskId'),
    errors: ['TASK_STATE', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '开始合成',
  }),
  cancelTask: defineCall({
    method: 'POST',
    path: 'task/cancel',
    params: z.strictObject({ taskId: id }),
    response: task,
    permission: onNovel('broad', 'taskId'),
    errors: ['TASK_STATE'],
    summary: '取消合成：已完成的章节保留',
    extra: true,
  }),
  listTasks: defineCall({
    method: 'POST',
    path: 'task/search',
    params: z.strictObject({ productId: id, chapterId: id.optional() }),
    response: z.object({ list: z.array(task) }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '小说最近的 20 个合成任务',
  }),
  taskDetail: defineCall({
    method: 'POST',
    path: 'task/detail/search',
    params: z.strictObject({ taskId: id }),
    response: task,
    permission: onNovel('member', 'taskId'),
    errors: [],
    summary: '一个合成任务',
  }),
  retryItem: defineCall({
    method: 'POST',
    path: 'task/item/again',
    params: z.strictObject({ itemId: id }),
    response: task,
    permission: onNovel('broad', 'itemId'),
    errors: ['TASK_STATE', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '重做失败的章节：只补没有完成的台词',
  }),
  listAudioVersions: defineCall({
    method: 'POST',
    path: 'task/version/search',
    params: z.strictObject({ chapterId: id }),
    response: z.object({
      list: z.array(audioVersion),
      /** The spoken lines of the current version, in order. */
      lines: z.array(spokenLine),
      /** True when the chapter's text, roles or voices changed after the current version. */
      stale: z.boolean(),
      /** How many lines a new synthesis would really render. */
      toRender: z.number().int(),
    }),
    permission: onNovel('member', 'chapterId'),
    errors: [],
    summary: '章节的音频版本与当前版本的台词时间',
  }),
  chooseAudioVersion: defineCall({
    method: 'POST',
    path: 'task/version/update',
    params: z.strictObject({ versionId: id }),
    response: audioVersion,
    permission: onNovel('broad', 'versionId'),
    errors: ['NOVEL_BINNED'],
    summary: '以旧版本的内容建一个新的当前版本',
  }),
  deleteAudio: defineCall({
    method: 'POST',
    path: 'task/audio/delete',
    params: z.strictObject({ chapterId: id }),
    response: done,
    permission: onNovel('broad', 'chapterId'),
    errors: ['NOVEL_BINNED'],
    summary: '删除章节的合成音频，释放存放名额',
  }),
  audioPart: defineCall({
    method: 'GET',
    path: 'task/audio/part',
    params: z.strictObject({
      versionId: id,
      /** First spoken line, 0-based, and the one after the last. */
      from: z.coerce.number().int().min(0),
      to: z.coerce.number().int().min(1),
    }),
    response: 'blob',
    permission: onNovel('member', 'versionId'),
    errors: ['AUDIO_MISSING'],
    summary: '若干台词的声音（WAV，含其后的停顿）',
    extra: true,
  }),
};
