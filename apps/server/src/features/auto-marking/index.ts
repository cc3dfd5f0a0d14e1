export { autoMarkingHandlers } from './auto-marking.handlers.ts';
export { autoMarkingJobs } from './auto-marking.jobs.ts';
export { autoMarkingReactions } from './auto-marking.reactions.ts';
export { createCastingThread } from './casting-thread.ts';
export type { CastingThread } from './casting-thread.ts';
