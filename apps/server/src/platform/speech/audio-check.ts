import { SpeechEngineError } from './engine.ts';
import type { SpeechAudio } from './engine.ts';

/** No voice speaks a character faster than this at normal speed. */
const SHORTEST_SECONDS_PER_CHARACTER = 0.04;
const FASTEST_RATE = 2.6;
const SILENCE = 0.003;
const LOWEST_SAMPLE_RATE = 8000;
const HIGHEST_SAMPLE_RATE = 192_000;

/**
 * Measures what an engine answered: engines do return empty, silent or cut audio and call it success.
 * @throws SpeechEngineError BAD_AUDIO.
 */
export function checkAudio(text: string, rate: number, { samples, sampleRate }: SpeechAudio): void {
  const characters = text.match(/[\p{Script=Han}]/gu)?.length ?? 0;
  const speakable = /[\p{L}\p{N}]/u.test(text);
  const shortest = (characters * SHORTEST_SECONDS_PER_CHARACTER) / Math.max(1, Math.min(FASTEST_RATE, rate));
  const plausibleRate = sampleRate >= LOWEST_SAMPLE_RATE && sampleRate <= HIGHEST_SAMPLE_RATE;
  const audible = !speakable || samples.some((x) => Math.abs(x) > SILENCE);
  if (!plausibleRate || samples.length === 0 || !audible || samples.length / sampleRate < shortest) {
    throw new SpeechEngineError(
      'BAD_AUDIO',
      '语音引擎返回的声音是空的或不完整，已丢弃。请重试；仍不行请换一个音色或改写这句台词。',
    );
  }
}
