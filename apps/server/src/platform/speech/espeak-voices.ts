import type { EngineVoice } from './engine.ts';

const note = '内置合成音，机械感较强，适合试听与对轨参考';

/** The voices of the built-in engine, known without starting its process. */
export const ESPEAK_VOICES: readonly EngineVoice[] = [
  { id: 'narrator', name: '旁白', sex: null, age: 'adult', note },
  { id: 'man', name: '成年男声', sex: 'male', age: 'adult', note },
  { id: 'deep-man', name: '低沉男声', sex: 'male', age: 'adult', note },
  { id: 'youth', name: '青年男声', sex: 'male', age: 'young', note },
  { id: 'woman', name: '成年女声', sex: 'female', age: 'adult', note },
  { id: 'soft-woman', name: '柔和女声', sex: 'female', age: 'young', note },
  { id: 'boy', name: '男孩', sex: 'male', age: 'child', note },
  { id: 'girl', name: '女孩', sex: 'female', age: 'child', note },
  { id: 'elder-man', name: '老年男声', sex: 'male', age: 'elder', note },
  { id: 'elder-woman', name: '老年女声', sex: 'female', age: 'elder', note },
];
