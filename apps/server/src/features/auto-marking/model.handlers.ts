import type { contract } from '@huaben/contract';
import type { Handlers } from '../../platform/http/handler.ts';
import type { LanguageModel } from '../language-model/index.ts';
import { linesToMark } from './model.store.ts';

type ModelCalls = Pick<(typeof contract)['autoMarking'], 'modelInfo'>;

/** Lines that are priced as a sample. */
const sampled = 120;

/** Invented lines with all the context that a question carries; real ones are not read for an estimate. */
const sample = (count: number, characters: number, candidates: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    text: '话'.repeat(characters),
    before: '前'.repeat(400),
    after: '后'.repeat(200),
    candidates: Array.from({ length: candidates }, (_, at) => `人物${at}`),
  }));

const usual = { characters: 30, candidates: 5 } as const;
const large = { characters: 200, candidates: 12 } as const;

/** The call that tells whether there is a language model and what it would cost. */
export const modelHandlers = (model: LanguageModel | null): Handlers<ModelCalls> => ({
  async modelInfo({ trx, novel }, { chapterIds, mode }) {
    const lines = await linesToMark(trx, novel.novelId, chapterIds, mode);
    if (model === null)
      return { configured: false, name: null, lines, estimateFen: null, estimateFenAtMost: null };
    const count = Math.min(lines, sampled);
    const cost = (size: typeof usual | typeof large) =>
      model.estimate({ lines: sample(count, size.characters, size.candidates) });
    const inAll = (fen: number): number => (count === 0 ? 0 : Math.ceil((fen * lines) / count));
    return {
      configured: true,
      name: model.name,
      lines,
      estimateFen: inAll(cost(usual).fen),
      estimateFenAtMost: inAll(cost(large).fenAtMost),
    };
  },
});
