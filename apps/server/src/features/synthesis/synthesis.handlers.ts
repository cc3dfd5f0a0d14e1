import type { contract } from '@huaben/contract';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { audioHandlers } from './audio.handlers.ts';
import type { EngineRegistry } from './engine-registry.ts';
import { taskHandlers } from './task.handlers.ts';

/** What the feature's calls need beside their transaction. */
export interface SynthesisServices {
  readonly blobs: BlobStore;
  readonly engines: EngineRegistry;
}

/** The calls about voices, synthesis tasks and audio versions. */
export const synthesisHandlers = (services: SynthesisServices): Handlers<typeof contract.synthesis> => ({
  listVoices: () => Promise.resolve({ list: services.engines.voices() }),
  ...taskHandlers(services),
  ...audioHandlers(services),
});
