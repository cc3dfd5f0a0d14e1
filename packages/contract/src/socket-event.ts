import * as z from 'zod';
import { id } from './shapes.ts';

/** Done and total of a piece of long work, with its state. */
export const workProgress = z.object({
  state: z.enum(['waiting', 'running', 'done', 'partial', 'failed', 'cancelled']),
  done: z.number().int(),
  total: z.number().int(),
  /** Why it failed, in the user's words. */
  message: z.string().nullable(),
});

/**
 * Every event that reaches a user's socket. Types 0-3, 10 and 101 are the specification's;
 * 20 and above are ours. Events with a `seq` are durable and can be caught up; progress has none.
 */
export const socketEvents = {
  newMessage: { type: 0, data: z.object({ messageId: id }) },
  taskFinished: {
    type: 2,
    data: z.object({
      taskId: id,
      productId: id,
      names: z.array(z.string()),
      state: z.string(),
      /** Present when it was a marking task; others are synthesis. */
      chapterId: id.optional(),
    }),
  },
  voiceReturned: {
    type: 10,
    data: z.object({ taskId: id, itemId: id, productId: id, chapterId: id, state: z.string() }),
  },
  importProgress: { type: 20, data: z.object({ importId: id, productId: id }).extend(workProgress.shape) },
  importFinished: { type: 21, data: z.object({ importId: id, productId: id, state: z.string() }) },
  chapterSaved: {
    type: 22,
    data: z.object({ productId: id, chapterId: id, chapterUrlId: id, revision: z.number().int() }),
  },
  chapterLockChanged: { type: 23, data: z.object({ productId: id, chapterId: id }) },
  castChanged: { type: 24, data: z.object({ productId: id }) },
  synthesisProgress: {
    type: 25,
    data: z.object({ taskId: id, itemId: id, productId: id, chapterId: id }).extend(workProgress.shape),
  },
  exportProgress: { type: 26, data: z.object({ exportId: id, productId: id }).extend(workProgress.shape) },
  exportFinished: { type: 27, data: z.object({ exportId: id, productId: id, state: z.string() }) },
  novelChanged: { type: 28, data: z.object({ productId: id }) },
  /** The progress of tasks that were started together, and the one task that has just moved on. */
  markingProgress: {
    type: 29,
    data: z
      .object({
        invokeId: id,
        productId: id,
        taskId: id,
        chapterId: id,
        taskState: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
      })
      .extend(workProgress.shape),
  },
  rosterFound: { type: 30, data: z.object({ rosterId: id, productId: id, state: z.string() }) },
} as const;

/** The name of a socket event. */
export type SocketEventName = keyof typeof socketEvents;

/** The data of a named socket event. */
export type SocketEventData<N extends SocketEventName> = z.output<(typeof socketEvents)[N]['data']>;

/**
 * A frame from the server. `hello` opens every connection and carries the newest sequence number;
 * `resync` tells that events older than the server keeps were missed: refetch everything.
 */
export const socketFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), seq: z.number().int() }),
  z.object({ kind: z.literal('resync'), seq: z.number().int() }),
  z.object({
    kind: z.literal('event'),
    seq: z.number().int().nullable(),
    type: z.number().int(),
    data: z.unknown(),
  }),
]);

/** A parsed frame. */
export type SocketFrame = z.infer<typeof socketFrame>;

/** Client ping interval, reconnect delay in milliseconds, and the number of retries after an error. */
export const socketTimes = {
  pingMs: 10_000,
  reconnectMs: 3_000,
  maxRetries: 10,
  serverSilenceMs: 35_000,
} as const;
