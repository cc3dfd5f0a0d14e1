import * as z from 'zod';
import { sex } from '../account/account.shapes.ts';
import { defineCall } from '../call.ts';
import { onNovel } from '../permission.ts';
import { done, flag, id, ids } from '../shapes.ts';
import { role, roleNamesJson, roleStyleJson } from './cast.shapes.ts';

const roleFields = {
  name: roleNamesJson,
  sex,
  description: z.string().max(2000).default(''),
  cv: z.string().max(40).default(''),
  style: roleStyleJson.optional(),
};

/** Speaking rate of a role relative to the voice's own, and pitch shift in semitones. */
export const rateRange = { min: 0.5, max: 2 } as const;
/** Pitch shift limits in semitones. */
export const pitchRange = { min: -12, max: 12 } as const;

/** Calls about the cast of a novel ("documentRole" on the wire). */
export const castCalls = {
  listRoles: defineCall({
    method: 'GET',
    path: 'documentRole/search',
    params: z.strictObject({ productId: id }),
    response: z.object({ list: z.array(role) }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '小说的角色（含内置旁白），置顶在前',
  }),
  listDiscardedRoles: defineCall({
    method: 'POST',
    path: 'documentRole/recycle',
    params: z.strictObject({ productId: id }),
    response: z.object({ list: z.array(role) }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '废弃角色',
  }),
  addRole: defineCall({
    method: 'POST',
    path: 'documentRole/save',
    params: z.strictObject({
      productNumber: id,
      isAi: flag.default(0),
      crewNumber: z.string().max(64).default(''),
      ...roleFields,
    }),
    response: role,
    permission: onNovel('role', 'productId'),
    errors: ['ROLE_NAME_TAKEN', 'ROLE_LIMIT', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '新建角色',
  }),
  editRole: defineCall({
    method: 'POST',
    path: 'documentRole/update',
    params: z.strictObject({
      id: z.string(),
      productNumber: id,
      crewNumber: z.string().max(64).default(''),
      ...roleFields,
    }),
    response: role,
    permission: onNovel('role', 'productId'),
    errors: ['ROLE_NAME_TAKEN', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '修改角色',
  }),
  topRole: defineCall({
    method: 'POST',
    path: 'documentRole/topping',
    params: z.strictObject({ productId: id, id, isTopping: flag }),
    response: done,
    permission: onNovel('role', 'productId'),
    errors: ['NOVEL_BINNED'],
    summary: '置顶角色',
  }),
  discardRoles: defineCall({
    method: 'POST',
    path: 'documentRole/delete',
    params: z.strictObject({ productId: id, ids }),
    response: done,
    permission: onNovel('role', 'productId'),
    errors: ['ROLE_BUILT_IN', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '移入废弃角色；台词上的标记保留',
  }),
  restoreRoles: defineCall({
    method: 'POST',
    path: 'documentRole/reduction',
    params: z.strictObject({ productId: id, ids }),
    response: done,
    permission: onNovel('role', 'productId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '恢复废弃角色',
  }),
  setRoleVoice: defineCall({
    method: 'POST',
    path: 'documentRole/mix/update',
    params: z.strictObject({
      productId: id,
      id: z.string(),
      timbre: z.string().max(80),
      rate: z.number().min(rateRange.min).max(rateRange.max),
      pitch: z.number().min(pitchRange.min).max(pitchRange.max),
    }),
    response: done,
    permission: onNovel('role', 'productId'),
    errors: ['VOICE_UNKNOWN', 'NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '角色的默认音色、语速与音高',
  }),
  hotKeys: defineCall({
    method: 'GET',
    path: 'crew/hot/key/search',
    params: z.strictObject({ productId: id }),
    response: z.object({ hotKey: z.record(z.string(), z.string()) }),
    permission: onNovel('member', 'productId'),
    errors: [],
    summary: '小说的快捷键：按键 → 角色',
  }),
  editHotKeys: defineCall({
    method: 'POST',
    path: 'crew/hot/key/edit',
    params: z.strictObject({
      productId: id,
      hotKey: z.record(z.string().regex(/^[0-9a-zA-Z]$/), z.string().max(64)),
    }),
    response: done,
    permission: onNovel('edit', 'productId'),
    errors: ['NOVEL_FINISHED', 'NOVEL_BINNED'],
    summary: '改快捷键',
  }),
};
