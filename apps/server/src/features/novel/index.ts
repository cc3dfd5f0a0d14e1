export { createNovel, novelHandlers } from './novel.handlers.ts';
export { novelJobs } from './novel.jobs.ts';
export { novelReactions } from './novel.reactions.ts';
