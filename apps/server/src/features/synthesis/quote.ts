import { setImmediate as breathe } from 'node:timers/promises';
import { Refusal } from '@huaben/contract';
import { countWords } from '@huaben/manuscript';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { EngineRegistry } from './engine-registry.ts';
import { distinctSounds, speakersWithoutVoice, speakingPlan } from './speaking-plan.ts';
import type { PlannedLine } from './speaking-plan.ts';
import * as store from './synthesis.store.ts';

/** What speaking some chapters takes. Characters are words as everything else counts them. */
export interface Quote {
  readonly characters: number;
  /** Those that the novel's cache does not have. */
  readonly newCharacters: number;
  readonly coins: number;
  readonly chapters: readonly { readonly id: string; readonly lineCount: number }[];
}

/**
 * Plans the chapters of a novel and prices what the cache lacks.
 * @throws Refusal NOT_ALLOWED for a chapter that is not the novel's, VOICE_MISSING, NOTHING_TO_SPEAK
 */
export async function quoteChapters(
  db: Db | Trx,
  engines: EngineRegistry,
  novelId: string,
  chapterIds: readonly string[],
): Promise<Quote> {
  const texts = await store.loadChapterTexts(db, novelId, chapterIds);
  if (texts.length !== chapterIds.length) throw new Refusal('NOT_ALLOWED');
  const cast = await store.loadCast(db, novelId);
  const plans: { id: string; lines: PlannedLine[] }[] = [];
  for (const { id, html } of texts) {
    plans.push({ id, lines: speakingPlan(html, cast) });
    // A whole book takes seconds to plan: other requests go in between.
    await breathe();
  }
  const lines = plans.flatMap((plan) => plan.lines);
  if (lines.length === 0) throw new Refusal('NOTHING_TO_SPEAK');
  const mute = speakersWithoutVoice(lines, cast, (voiceId) => engines.resolve(voiceId) !== null);
  if (mute.length > 0) {
    throw new Refusal('VOICE_MISSING', {
      messages: mute.map(({ name }) => `角色「${name}」还没有可用的音色，请先为它选择音色`),
      detail: { roles: mute },
    });
  }
  const sounds = distinctSounds(lines);
  const cached = await store.cachedHashes(
    db,
    novelId,
    sounds.map((line) => line.hash),
  );
  const fresh = sounds.filter((line) => !cached.has(line.hash));
  return {
    characters: charactersOf(lines),
    newCharacters: charactersOf(fresh),
    coins: coinsOf(fresh, engines),
    chapters: plans.map((plan) => ({ id: plan.id, lineCount: plan.lines.length })),
  };
}

const charactersOf = (lines: readonly PlannedLine[]): number =>
  lines.reduce((sum, line) => sum + countWords(line.text), 0);

/** Each engine's characters together, begun hundreds counted by their part and the sum rounded up. */
function coinsOf(lines: readonly PlannedLine[], engines: EngineRegistry): number {
  const byEngine = Map.groupBy(lines, (line) => engines.resolve(line.voiceId)?.engine);
  return [...byEngine].reduce(
    (sum, [engine, spoken]) =>
      sum + Math.ceil((charactersOf(spoken) * (engine?.coinsPer100Characters ?? 0)) / 100),
    0,
  );
}
