import * as z from 'zod';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Job, JobDefinition } from '../../platform/jobs/job.ts';
import { blobsInUse } from './audio-version.store.ts';
import { runItem } from './item-run.ts';
import type { ItemServices } from './item-run.ts';

/**
 * Renders one chapter of a task. A killed or restarted worker costs an attempt too, so there are many;
 * the tries of a line that the engine fails at are counted by the line itself.
 */
export const itemJob = {
  id: 'synthesis.item',
  payload: z.strictObject({ itemId: z.uuid() }),
  attempts: 25,
} as const satisfies JobDefinition;

/** Removes blobs that held deleted sound. */
export const removeBlobsJob = {
  id: 'synthesis.remove-blobs',
  payload: z.strictObject({ novelId: z.uuid(), keys: z.array(z.string()).max(500) }),
  attempts: 10,
} as const satisfies JobDefinition;

async function removeBlobs(
  blobs: BlobStore,
  keys: readonly string[],
  inUse: ReadonlySet<string>,
): Promise<void> {
  for (const key of keys) if (!inUse.has(key)) await blobs.remove(key);
}

/** The jobs of the feature with their runners. */
export const synthesisJobs = (services: ItemServices): Job[] => [
  {
    ...itemJob,
    run: (context, payload) => runItem(services, context, itemJob.payload.parse(payload).itemId),
  },
  {
    ...removeBlobsJob,
    async run({ db }, payload) {
      const { novelId, keys } = removeBlobsJob.payload.parse(payload);
      await removeBlobs(services.blobs, keys, await blobsInUse(db, novelId, keys));
    },
  },
];
