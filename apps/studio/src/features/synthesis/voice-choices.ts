import type { Voice } from './synthesis.types.ts';

/** The groups in which voices are offered. */
export type VoiceGroup = '男' | '女' | '童' | '老' | '其他';

const order: readonly VoiceGroup[] = ['男', '女', '童', '老', '其他'];

/** The group of a voice: age first where it is the more telling, else sex. */
export function groupOf(voice: Pick<Voice, 'sex' | 'age'>): VoiceGroup {
  if (voice.age === 'child') return '童';
  if (voice.age === 'elder') return '老';
  if (voice.sex === null) return '其他';
  return voice.sex === 'male' ? '男' : '女';
}

/** The voices by group, in the order of the trade; empty groups are left out. */
export function groupVoices(voices: readonly Voice[]): { group: VoiceGroup; voices: Voice[] }[] {
  return order
    .map((group) => ({ group, voices: voices.filter((voice) => groupOf(voice) === group) }))
    .filter(({ voices: members }) => members.length > 0);
}
