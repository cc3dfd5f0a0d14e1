export { manuscriptSaveHandlers } from './manuscript-save.handlers.ts';
