import type { Job } from '../../platform/jobs/job.ts';
import { invokeJob } from './invoke-job.ts';
import { runInvoke } from './invoke-run.ts';
import type { Speakers } from './task-run.ts';

/** The jobs of the feature with their runners. */
export const autoMarkingJobs = (speakers: Speakers): Job[] => [
  {
    ...invokeJob,
    run: (context, payload) => runInvoke(speakers, context, invokeJob.payload.parse(payload).invokeId),
  },
];
