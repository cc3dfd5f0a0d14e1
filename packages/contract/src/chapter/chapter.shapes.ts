import * as z from 'zod';
import { id, instant, lineOfText } from '../shapes.ts';

/** The title of a chapter. */
export const chapterName = lineOfText(100, '章节名');

/** Lock type: 1 for tool and toolAi, 2 for the separator. */
export const lockType = z.union([z.literal(1), z.literal(2)]);

/** One browser page's editing session, made at entry. */
export const editorId = z.string().regex(/^[\w-]{8,64}$/);

/** Who holds a chapter's lock, told to whoever is refused it. */
export const lockHolder = z.object({
  userId: id,
  userName: z.string(),
  mine: z.boolean(),
  since: instant,
  idleSeconds: z.number().int(),
  type: lockType,
});

/** A chapter as the lists show it. */
export const chapter = z.object({
  id,
  productId: id,
  name: z.string(),
  sort: z.number().int(),
  /** The current content revision. */
  chapterUrlId: id,
  revision: z.number().int(),
  wordCount: z.number().int(),
  lineCount: z.number().int(),
  unassignedCount: z.number().int(),
  createTime: instant,
  editTime: instant,
  lastEditor: z.string(),
  lock: lockHolder.nullable(),
  /** State of the chapter's synthesised audio. */
  audio: z.enum(['none', 'current', 'stale']),
});

/** A held lock: send fence and revision with every save. */
export const heldLock = z.object({
  chapterId: id,
  fence: z.number().int(),
  revision: z.number().int(),
  chapterUrlId: id,
  leaseSeconds: z.number().int(),
});
