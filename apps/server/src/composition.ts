import path from 'node:path';
import { contract } from '@huaben/contract';
import type { Config } from './config.ts';
import { accountHandlers, outboxSms } from './features/account/index.ts';
import {
  autoMarkingHandlers,
  autoMarkingJobs,
  autoMarkingReactions,
  createCastingThread,
} from './features/auto-marking/index.ts';
import type { CastingThread } from './features/auto-marking/index.ts';
import { castHandlers, castReactions } from './features/cast/index.ts';
import { chapterHandlers, chapterReactions, importHandlers, importJobs } from './features/chapter/index.ts';
import { ensureDemo } from './features/content/index.ts';
import { exportHandlers, exportJobs, exportReactions } from './features/export/index.ts';
import type { LanguageModel } from './features/language-model/index.ts';
import { manuscriptSaveHandlers } from './features/manuscript-save/index.ts';
import { novelHandlers, novelJobs, novelReactions } from './features/novel/index.ts';
import {
  createEngineRegistry,
  synthesisHandlers,
  synthesisJobs,
  synthesisReactions,
} from './features/synthesis/index.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import { diskBlobs } from './platform/blobs/disk-blobs.ts';
import { s3Blobs } from './platform/blobs/s3-blobs.ts';
import type { Db } from './platform/db/database.ts';
import type { AllHandlers } from './platform/http/mount-calls.ts';
import type { Job } from './platform/jobs/job.ts';
import type { Log } from './platform/log.ts';
import type { Reactions } from './platform/outbox/relay.ts';
import { maintenance } from './platform/maintenance.ts';
import { createEspeakEngine } from './platform/speech/index.ts';
import type { SpeechEngine } from './platform/speech/index.ts';

/** What the features are built from; tests replace engines and blobs. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
  readonly blobs: BlobStore;
  readonly engines: readonly SpeechEngine[];
  /** Finds speakers; by default in a thread of its own. */
  readonly casting?: CastingThread | undefined;
  /** One for the process, for it holds the limit on requests at once; null when none is configured. */
  readonly model: LanguageModel | null;
}

/** The blob store that the configuration asks for. */
export const blobsFor = (config: Config): BlobStore =>
  config.BLOB_STORE === 'disk'
    ? diskBlobs(path.join(config.DATA_DIR, 'blobs'))
    : s3Blobs({
        bucket: config.S3_BUCKET ?? '',
        endpoint: config.S3_ENDPOINT,
        region: config.S3_REGION,
        accessKeyId: config.S3_ACCESS_KEY_ID,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      });

/** The engines of an installation; the built-in one starts its process at the first line it speaks. */
export const enginesFor = (log: Log): SpeechEngine[] => [
  createEspeakEngine({
    nodePath: process.execPath,
    entry: path.join(import.meta.dirname, '../../speech/src/main.ts'),
    log: (event, detail) => log.info({ event: `speech.${event}`, ...detail }),
  }),
];

/** Puts the features together: handlers for every call, runners for every job, reactions to events. */
export function compose({ config, db, log, blobs, engines, casting, model }: Services): {
  handlers: AllHandlers<typeof contract>;
  jobs: readonly Job[];
  reactions: Reactions;
} {
  const registry = createEngineRegistry(engines);
  const sound = { db, blobs, engines: registry, log, dataDir: config.DATA_DIR };
  const hasVoice = (id: string): boolean => registry.resolve(id) !== null;
  return {
    handlers: {
      account: accountHandlers({ db, config, sms: outboxSms, ensureDemo }),
      novel: novelHandlers,
      chapter: { ...chapterHandlers, ...importHandlers(blobs) },
      manuscriptSave: manuscriptSaveHandlers,
      cast: castHandlers({ hasVoice }),
      autoMarking: autoMarkingHandlers(model),
      synthesis: synthesisHandlers(sound),
      export: exportHandlers(sound),
    },
    jobs: [
      maintenance,
      ...novelJobs(blobs),
      ...importJobs(blobs),
      ...synthesisJobs(sound),
      ...exportJobs(sound),
      ...autoMarkingJobs({ thread: casting ?? createCastingThread(), model }),
    ],
    reactions: {
      ...novelReactions,
      ...castReactions,
      ...chapterReactions,
      ...synthesisReactions,
      ...exportReactions,
      ...autoMarkingReactions,
    },
  };
}

/** The contract that this server serves. */
export { contract };
