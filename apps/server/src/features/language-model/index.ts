export { languageModelFor } from './language-model.ts';
export type { LanguageModel } from './language-model.ts';
export type { SpeakerAnswer } from './speaker-question.ts';
