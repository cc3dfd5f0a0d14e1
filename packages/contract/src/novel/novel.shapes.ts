import * as z from 'zod';
import { id, instant, lineOfText } from '../shapes.ts';

/** The genres of the novel list, without 全部. */
export const genres = ['言情', '悬疑', '都市', '幻想', '武侠', '历史', '热血军事', '名著', '儿童本'] as const;

/** A genre. */
export const genre = z.enum(genres);

/** The name of a novel. */
export const novelName = lineOfText(60, '小说名');

/** What the actor may do with a novel; buttons read this and never the rules. */
export const novelCan = z.object({
  edit: z.boolean(),
  role: z.boolean(),
  crew: z.boolean(),
  review: z.boolean(),
  import: z.boolean(),
  synthesise: z.boolean(),
  remove: z.boolean(),
});

/** A novel as the lists show it. */
export const novel = z.object({
  id,
  name: z.string(),
  genre: genre.nullable(),
  isOver: z.union([z.literal(0), z.literal(1)]),
  topped: z.union([z.literal(0), z.literal(1)]),
  syncData: z.union([z.literal(0), z.literal(1)]),
  narrator: z.string(),
  authority: z.string().regex(/^[01]{8}$/),
  chapterCount: z.number().int(),
  markedChapterCount: z.number().int(),
  wordCount: z.number().int(),
  roleCount: z.number().int(),
  createTime: instant,
  editTime: instant,
  lastEditor: z.string(),
  delTime: instant.nullable(),
  can: novelCan,
});
