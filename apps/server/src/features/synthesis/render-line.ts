import { setTimeout as pause } from 'node:timers/promises';
import { fade, normalise, toPcm16, trimSilence } from '@huaben/sound';
import { SpeechEngineError } from '../../platform/speech/index.ts';
import type { SpeechAudio } from '../../platform/speech/index.ts';
import type { EngineRegistry } from './engine-registry.ts';
import type { PlannedLine } from './speaking-plan.ts';
import { soundRate } from './stored-sound.ts';

/** The level of every line: 喜马 and common platforms ask for −18 LUFS. */
const loudness = { targetLufs: -18, peakDb: -1.5 };
const silence = { thresholdDb: -50, padMs: 30 };
const edges = { inMs: 3, outMs: 10 };

/** Pauses before the second and third try of a line, in milliseconds. */
const retryAfterMs = [200, 1000];

/** A line that no try could speak. */
export class LineFailed extends Error {
  readonly line: PlannedLine;
  readonly failure: SpeechEngineError;

  constructor(line: PlannedLine, failure: SpeechEngineError) {
    super('a line could not be spoken', { cause: failure });
    this.line = line;
    this.failure = failure;
  }
}

/**
 * Speaks one line, trims and levels it; PCM as it is stored. An engine's passing failures are tried again.
 * @throws LineFailed, also when the signal aborts (its failure is then CANCELLED)
 */
export async function renderLine(
  engines: EngineRegistry,
  line: PlannedLine,
  signal: AbortSignal,
): Promise<Buffer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return levelled(await speak(engines, line, signal));
    } catch (error) {
      if (!(error instanceof SpeechEngineError)) throw error;
      const wait = retryAfterMs[attempt];
      if (!error.retryable || wait === undefined || signal.aborted) throw new LineFailed(line, error);
      await pause(wait);
    }
  }
}

async function speak(engines: EngineRegistry, line: PlannedLine, signal: AbortSignal): Promise<SpeechAudio> {
  const offered = engines.resolve(line.voiceId);
  if (!offered) throw new SpeechEngineError('ENGINE_MISSING', '音色已不再提供，请为这个角色另选一个音色。');
  const { rate, pitch, text } = line;
  const audio = await offered.engine.synthesise({
    text,
    voiceId: offered.engineVoiceId,
    rate,
    pitch,
    signal,
  });
  if (audio.sampleRate !== soundRate) {
    throw new SpeechEngineError(
      'TEXT',
      `语音引擎的采样率是 ${audio.sampleRate} Hz，目前只支持 ${soundRate} Hz；请换一个音色。`,
    );
  }
  return audio;
}

function levelled({ samples, sampleRate }: SpeechAudio): Buffer {
  const trimmed = trimSilence(samples, sampleRate, silence);
  const line = normalise(trimmed.length > 0 ? trimmed : samples, sampleRate, loudness);
  const pcm = toPcm16(fade(line, sampleRate, edges));
  return Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}
