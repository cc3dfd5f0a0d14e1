export { exportHandlers } from './export.handlers.ts';
export { exportJobs } from './export.jobs.ts';
export { exportReactions } from './export.reactions.ts';
