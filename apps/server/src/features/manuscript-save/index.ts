export { manuscriptSaveHandlers } from './manuscript-save.handlers.ts';
export { nameRevision } from './manuscript-save.store.ts';
export { serverSave, takeChapters } from './server-save.ts';
export type { TakenChapter } from './server-save.ts';
