export { SpeechEngineError } from './engine.ts';
export type { SpeechAudio, SpeechEngine, SpeechRequest } from './engine.ts';
export { createEspeakEngine } from './espeak-engine.ts';
