import * as z from 'zod';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Job, JobDefinition } from '../../platform/jobs/job.ts';

const payload = z.object({ keys: z.array(z.string()).max(500) });

/** Removes blobs that no row names any more. */
export const removeBlobs: JobDefinition<typeof payload> = { id: 'blobs.remove', payload, attempts: 10 };

/** Runners of the novel's jobs. */
export const novelJobs = (blobs: BlobStore): Job[] => [
  {
    ...removeBlobs,
    async run(_context, raw) {
      const { keys } = payload.parse(raw);
      for (const key of keys) await blobs.remove(key);
    },
  },
];
