export { spokenChapters } from './audio-version.store.ts';
export type { SpokenChapter } from './audio-version.store.ts';
export { createEngineRegistry } from './engine-registry.ts';
export { soundRate } from './stored-sound.ts';
export { synthesisHandlers } from './synthesis.handlers.ts';
export { synthesisJobs } from './synthesis.jobs.ts';
export { synthesisReactions } from './synthesis.reactions.ts';
export { SoundGone, versionSound } from './version-sound.ts';
