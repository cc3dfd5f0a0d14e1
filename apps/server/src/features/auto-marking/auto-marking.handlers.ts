import type { contract } from '@huaben/contract';
import type { Handlers } from '../../platform/http/handler.ts';
import type { LanguageModel } from '../language-model/index.ts';
import { modelHandlers } from './model.handlers.ts';
import { queueHandlers } from './queue.handlers.ts';
import { rosterHandlers } from './roster.handlers.ts';
import { taskHandlers } from './task.handlers.ts';

/** The calls about automatic marking. */
export const autoMarkingHandlers = (
  model: LanguageModel | null,
): Handlers<(typeof contract)['autoMarking']> => ({
  ...taskHandlers(model),
  ...modelHandlers(model),
  ...queueHandlers,
  ...rosterHandlers,
});
