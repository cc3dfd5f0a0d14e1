import type { AnswerOf, contract } from '@huaben/contract';
import type { SpeechEngine } from '../../platform/speech/index.ts';

type WireVoice = AnswerOf<(typeof contract.synthesis)['listVoices']>['list'][number];

/** An engine with the id that it calls the voice by. */
export interface OfferedVoice {
  readonly engine: SpeechEngine;
  readonly engineVoiceId: string;
}

/** Every voice on offer, over all engines. */
export interface EngineRegistry {
  voices(): WireVoice[];
  /** The engine behind a wire voice id (`engine:voice`), or null when that voice is not on offer. */
  resolve(voiceId: string): OfferedVoice | null;
}

/**
 * Joins engines into one offer; their order is the order of the list.
 * @throws Error for two engines of one id, or an id with a colon
 */
export function createEngineRegistry(engines: readonly SpeechEngine[]): EngineRegistry {
  const byId = new Map(engines.map((engine) => [engine.id, engine]));
  if (byId.size !== engines.length || engines.some(({ id }) => id.includes(':')))
    throw new Error('speech engines need ids of their own, without a colon');
  return {
    voices: () =>
      engines.flatMap((engine) =>
        engine.voices().map((voice) => ({
          id: `${engine.id}:${voice.id}`,
          name: voice.name,
          engine: engine.id,
          engineName: engine.name,
          sex: voice.sex,
          age: voice.age,
          note: voice.note,
          coinsPer100: engine.coinsPer100Characters,
        })),
      ),
    resolve(voiceId) {
      const colon = voiceId.indexOf(':');
      const engine = byId.get(voiceId.slice(0, Math.max(0, colon)));
      const engineVoiceId = voiceId.slice(colon + 1);
      return engine?.voices().some((voice) => voice.id === engineVoiceId) === true
        ? { engine, engineVoiceId }
        : null;
    },
  };
}
