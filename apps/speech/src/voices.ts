/** A voice as clients see it. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  readonly sex: 'male' | 'female' | null;
  readonly age: 'child' | 'young' | 'adult' | 'elder';
  readonly note: string;
}

/** A voice with the settings of the engine behind it. */
export interface EngineSettings extends Voice {
  /** Timbre variant of espeak-ng ("+f2"), or the plain voice. */
  readonly variant: string;
  /** 0…99, 50 is neutral; 100/24 steps are about a semitone. */
  readonly pitch: number;
  /** espeak-ng's "words per minute". */
  readonly speed: number;
  /** 0…200; most variants clip at the default of 100. */
  readonly amplitude: number;
}

const ROBOTIC = '内置合成音，机械感较强，适合试听与对轨参考';

/**
 * The built-in voices; ids are stored in projects and never change. Pitches are chosen so that the median F0 of
 * any two that may meet in a scene differ (README has the measured values).
 */
export const VOICES: readonly EngineSettings[] = [
  voice('narrator', '旁白', null, 'adult', { pitch: 45, speed: 170 }),
  voice('man', '成年男声', 'male', 'adult', { variant: '+m3', pitch: 58 }),
  voice('deep-man', '低沉男声', 'male', 'adult', { variant: '+m7', pitch: 15, speed: 165, amplitude: 65 }),
  voice('youth', '青年男声', 'male', 'young', { variant: '+m2', pitch: 82, speed: 185 }),
  voice('woman', '成年女声', 'female', 'adult', { variant: '+f2', pitch: 60, amplitude: 65 }),
  voice('soft-woman', '柔和女声', 'female', 'young', {
    variant: '+f4',
    pitch: 72,
    speed: 160,
    amplitude: 65,
  }),
  voice('boy', '男孩', 'male', 'child', { variant: '+f3', pitch: 80, speed: 185 }),
  voice('girl', '女孩', 'female', 'child', { variant: '+f5', pitch: 90, speed: 185 }),
  voice('elder-man', '老年男声', 'male', 'elder', {
    variant: '+grandpa',
    pitch: 30,
    speed: 135,
    amplitude: 65,
  }),
  voice('elder-woman', '老年女声', 'female', 'elder', { variant: '+grandma', pitch: 45, speed: 145 }),
];

function voice(
  id: string,
  name: string,
  sex: Voice['sex'],
  age: Voice['age'],
  settings: Partial<Pick<EngineSettings, 'variant' | 'pitch' | 'speed' | 'amplitude'>>,
): EngineSettings {
  return {
    id,
    name,
    sex,
    age,
    note: ROBOTIC,
    variant: '',
    pitch: 50,
    speed: 175,
    amplitude: 70,
    ...settings,
  };
}
