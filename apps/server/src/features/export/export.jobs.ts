import * as z from 'zod';
import type { Job, JobDefinition } from '../../platform/jobs/job.ts';
import { runExport } from './export-run.ts';
import type { ExportServices } from './export-run.ts';

/** Makes the file of an export. A killed or restarted worker costs an attempt too. */
export const exportJob = {
  id: 'export.run',
  payload: z.strictObject({ exportId: z.uuid() }),
  attempts: 10,
} as const satisfies JobDefinition;

/** The jobs of the feature with their runners. */
export const exportJobs = (services: ExportServices): Job[] => [
  {
    ...exportJob,
    run: (context, payload) => runExport(services, context, exportJob.payload.parse(payload).exportId),
  },
];
