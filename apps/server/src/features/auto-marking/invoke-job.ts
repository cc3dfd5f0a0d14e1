import * as z from 'zod';
import type { JobDefinition } from '../../platform/jobs/job.ts';

/**
 * Works on what was started together, chapter by chapter. A killed or restarted worker costs an attempt
 * too, so there are many; every slice of the work is a job of its own.
 */
export const invokeJob = {
  id: 'auto-marking.invoke',
  payload: z.strictObject({ invokeId: z.uuid() }),
  attempts: 25,
} as const satisfies JobDefinition;

/** Folds equal waiting jobs into one. */
export const invokeJobKey = (invokeId: string): string => `${invokeJob.id}:${invokeId}`;
