/** A voice that a role can be given. */
export interface EngineVoice {
  readonly id: string;
  readonly name: string;
  readonly sex: 'male' | 'female' | null;
  readonly age: 'child' | 'young' | 'adult' | 'elder';
  readonly note: string;
}

/** One line to be spoken. */
export interface SpeechRequest {
  readonly text: string;
  readonly voiceId: string;
  /** 1 is the normal speed of the voice. */
  readonly rate: number;
  /** Semitones from the voice's own pitch. */
  readonly pitch: number;
  /** Words with a fixed reading: one pinyin syllable per character, tones as numbers or marks. */
  readonly readings?: readonly { readonly word: string; readonly pinyin: string }[];
  readonly signal?: AbortSignal;
}

/** Mono audio, −1…1. */
export interface SpeechAudio {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** The port that every speech engine stands behind. */
export interface SpeechEngine {
  readonly id: string;
  readonly name: string;
  /** Price; 0 for the built-in engine. */
  readonly coinsPer100Characters: number;
  voices(): readonly EngineVoice[];
  /** @throws SpeechEngineError and nothing else. */
  synthesise(request: SpeechRequest): Promise<SpeechAudio>;
  /** Ends whatever runs for the engine; requests under way fail as CANCELLED. */
  close(): Promise<void>;
}

/** Why a line could not be spoken. */
export type SpeechFailure = 'ENGINE_MISSING' | 'TIMEOUT' | 'CRASHED' | 'BAD_AUDIO' | 'TEXT' | 'CANCELLED';

const RETRYABLE: ReadonlySet<SpeechFailure> = new Set(['TIMEOUT', 'CRASHED', 'BAD_AUDIO']);

/** A line could not be spoken; `userMessage` is Chinese and says what to do, `retryable` whether a new try may help. */
export class SpeechEngineError extends Error {
  override readonly name = 'SpeechEngineError';
  readonly code: SpeechFailure;
  readonly retryable: boolean;
  readonly userMessage: string;

  constructor(code: SpeechFailure, userMessage: string) {
    super(`speech engine: ${code}`);
    this.code = code;
    this.retryable = RETRYABLE.has(code);
    this.userMessage = userMessage;
  }
}
