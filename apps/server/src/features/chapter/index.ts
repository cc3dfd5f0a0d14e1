export { contentOfDocument, contentOfText, figuresOf, hashOf, newLineId } from './chapter-content.ts';
export type { StoredContent } from './chapter-content.ts';
export * as chapterLocks from './chapter-lock.store.ts';
export { chapterHandlers, mustFit } from './chapter.handlers.ts';
export { chapterReactions } from './chapter.reactions.ts';
export { addToNovel, findChapters, insertChapters, lockRows } from './chapter.store.ts';
export { importHandlers } from './import.handlers.ts';
export { importJobs } from './import.jobs.ts';
export { lockedChapters } from './locked-chapters.ts';
