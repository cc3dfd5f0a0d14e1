import * as z from 'zod';
import { accountCalls } from './account/account.calls.ts';
import { autoMarkingCalls } from './auto-marking/auto-marking.calls.ts';
import { castCalls } from './cast/cast.calls.ts';
import { chapterCalls, manuscriptSaveCalls } from './chapter/chapter.calls.ts';
import { exportCalls } from './export/export.calls.ts';
import { novelCalls } from './novel/novel.calls.ts';
import { synthesisCalls } from './synthesis/synthesis.calls.ts';

// What a schema says of bad input is shown to people.
z.config(z.locales.zhCN());

/** Every call of the product, by feature. */
export const contract = {
  account: accountCalls,
  novel: novelCalls,
  chapter: chapterCalls,
  manuscriptSave: manuscriptSaveCalls,
  cast: castCalls,
  autoMarking: autoMarkingCalls,
  synthesis: synthesisCalls,
  export: exportCalls,
};

/** The contract's type, for handlers and clients. */
export type Contract = typeof contract;
