/** Another run of the job has taken the work over: this one stores nothing more. */
export class RunLost extends Error {}
