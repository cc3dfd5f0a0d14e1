import type { Speak } from './espeak.ts';
import { spokenText } from './normalise/spoken-text.ts';
import type { SpeakRequest } from './requests.ts';
import type { EngineSettings } from './voices.ts';

/** Signed 16-bit mono PCM. */
export interface Utterance {
  readonly sampleRate: number;
  readonly pcm: Uint8Array;
}

const SAMPLE_RATE = 22_050;
const SILENCE_SECONDS = 0.35;
/** espeak-ng doubles the pitch over 50 steps (its table runs from half to twice the base), so 12 semitones. */
const PITCH_STEPS_PER_SEMITONE = 50 / 12;
const SLOWEST_SPEED = 80;
const FASTEST_SPEED = 450;

/** Renders one line; text without anything to be heard becomes a short silence. */
export async function renderLine(
  speak: Speak,
  voice: EngineSettings,
  request: SpeakRequest,
): Promise<Utterance> {
  const spoken = spokenText(request.text, request.readings);
  if (spoken === null) {
    return { sampleRate: SAMPLE_RATE, pcm: new Uint8Array(Math.round(SAMPLE_RATE * SILENCE_SECONDS) * 2) };
  }
  const pitch = clamp(voice.pitch + request.pitch * PITCH_STEPS_PER_SEMITONE, 0, 99);
  const speed = clamp(voice.speed * request.rate, SLOWEST_SPEED, FASTEST_SPEED);
  const language = spoken.hasPinyin ? 'cmn-latn-pinyin' : 'cmn';
  const wav = await speak(
    ['-v', language + voice.variant, '-p', String(pitch), '-s', String(speed), '-a', String(voice.amplitude)],
    `${spoken.text}\n`,
  );
  return wavContent(wav);
}

function clamp(value: number, low: number, high: number): number {
  return Math.round(Math.max(low, Math.min(high, value)));
}

/** The samples of a RIFF file of 16-bit mono PCM; the engine writes its data length only at the end, so it is not trusted. */
function wavContent(wav: Uint8Array): Utterance {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  if (wav.length < 44 || view.getUint32(0) !== 0x5249_4646) throw new Error('The engine wrote no WAV file.');
  const even = wav.length - (wav.length % 2);
  return { sampleRate: view.getUint32(24, true), pcm: wav.subarray(44, even) };
}
