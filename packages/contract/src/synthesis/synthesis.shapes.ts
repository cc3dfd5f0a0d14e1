import * as z from 'zod';
import { id, instant } from '../shapes.ts';

/** A synthetic voice on offer. */
export const voice = z.object({
  id: z.string(),
  name: z.string(),
  engine: z.string(),
  engineName: z.string(),
  sex: z.enum(['male', 'female']).nullable(),
  age: z.enum(['child', 'young', 'adult', 'elder']),
  note: z.string(),
  coinsPer100: z.number().int(),
});

/** States of a task. */
export const taskState = z.enum([
  'quoted',
  'paid',
  'queued',
  'running',
  'partial',
  'done',
  'failed',
  'cancelled',
]);

/** States of a task's item (one chapter). */
export const itemState = z.enum(['waiting', 'running', 'done', 'failed', 'skipped']);

/** One chapter of a synthesis task. */
export const taskItem = z.object({
  id,
  taskId: id,
  chapterId: id,
  chapterName: z.string(),
  state: itemState,
  lineCount: z.number().int(),
  doneCount: z.number().int(),
  /** Lines that really were rendered; the others came from the cache. */
  renderedCount: z.number().int(),
  message: z.string().nullable(),
  versionId: id.nullable(),
});

/** A synthesis task. */
export const task = z.object({
  id,
  productId: id,
  state: taskState,
  characters: z.number().int(),
  newCharacters: z.number().int(),
  coins: z.number().int(),
  createTime: instant,
  finishTime: instant.nullable(),
  items: z.array(taskItem),
});

/** One spoken line of an audio version: where in the text, where in the sound. */
export const spokenLine = z.object({
  index: z.number().int(),
  lineId: z.string().nullable(),
  /** Role id, or noLine for narration. */
  roleId: z.string(),
  paragraph: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  startMs: z.number().int(),
  durationMs: z.number().int(),
});

/** An immutable audio version of a chapter. */
export const audioVersion = z.object({
  id,
  chapterId: id,
  chapterUrlId: id,
  number: z.number().int(),
  current: z.boolean(),
  createTime: instant,
  durationMs: z.number().int(),
  lineCount: z.number().int(),
});
