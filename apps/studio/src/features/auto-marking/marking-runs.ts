import type { SocketEventData } from '@huaben/contract';
import type { MarkingMode, MarkingTask } from './marking.types.ts';

/** Whether a task is still on its way. */
export const isActive = (task: Pick<MarkingTask, 'state'>): boolean =>
  task.state === 'waiting' || task.state === 'running';

/** Chapters that were started together, in the order of the book. */
export interface MarkingRun {
  readonly invokeId: string;
  readonly mode: MarkingMode;
  readonly threshold: number;
  readonly userName: string;
  readonly createTime: string;
  readonly tasks: readonly MarkingTask[];
}

/** What became of lines; all but `lines` add up to `lines`. */
export type MarkingCounts = NonNullable<MarkingTask['counts']>;

/** The runs of a list of tasks, newest first; previews store nothing and are none. */
export function runsOf(tasks: readonly MarkingTask[]): MarkingRun[] {
  const runs = new Map<string, MarkingTask[]>();
  for (const task of tasks) {
    if (task.preview) continue;
    const together = runs.get(task.invokeId);
    if (together) together.push(task);
    else runs.set(task.invokeId, [task]);
  }
  return [...runs].flatMap(([invokeId, together]): MarkingRun[] => {
    const [first] = together;
    if (first === undefined) return [];
    const { mode, threshold, userName, createTime } = first;
    return [{ invokeId, mode, threshold, userName, createTime, tasks: together }];
  });
}

/** The newest task of each chapter. */
export function lastTasks(tasks: readonly MarkingTask[]): Map<string, MarkingTask> {
  const last = new Map<string, MarkingTask>();
  for (const task of tasks) {
    const known = last.get(task.chapterId);
    if (!task.preview && (!known || known.createTime < task.createTime)) last.set(task.chapterId, task);
  }
  return last;
}

const nothing: MarkingCounts = { lines: 0, marked: 0, queued: 0, human: 0, kept: 0, notDialogue: 0 };

/** The sums over the tasks of a run that are done. */
export function countsOf(tasks: readonly Pick<MarkingTask, 'counts'>[]): MarkingCounts {
  return tasks.reduce((sum, { counts }) => {
    if (counts === null) return sum;
    return {
      lines: sum.lines + counts.lines,
      marked: sum.marked + counts.marked,
      queued: sum.queued + counts.queued,
      human: sum.human + counts.human,
      kept: sum.kept + counts.kept,
      notDialogue: sum.notDialogue + counts.notDialogue,
    };
  }, nothing);
}

/** How many of a run's tasks are in each state. */
export function statesOf(tasks: readonly Pick<MarkingTask, 'state'>[]): Record<MarkingTask['state'], number> {
  const states = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state } of tasks) states[state] += 1;
  return states;
}

/** The tasks after one piece of news of the socket; null when it speaks of a task that is not known. */
export function withNews(
  tasks: readonly MarkingTask[],
  news: Pick<SocketEventData<'markingProgress'>, 'taskId' | 'taskState'>,
): MarkingTask[] | null {
  const known = tasks.find(({ id }) => id === news.taskId);
  if (known === undefined) return null;
  // Old news must not wake up what is over.
  if (!isActive(known)) return [...tasks];
  return tasks.map((task) => (task === known ? { ...task, state: news.taskState } : task));
}
