import type { SocketEventData } from '@huaben/contract';
import type { Task, TaskItem } from './synthesis.types.ts';

/** States in which a task is on its way. */
export const isActive = (task: Pick<Task, 'state'>): boolean =>
  task.state === 'queued' || task.state === 'running';

/** Confirmed, but never started: the page was left in between. */
export const isWaitingToStart = (task: Pick<Task, 'state'>): boolean => task.state === 'paid';

/** Spoken lines done and in all. */
export function lineCounts(task: Pick<Task, 'items'>): { done: number; total: number } {
  let done = 0;
  let total = 0;
  for (const item of task.items) {
    done += Math.min(item.doneCount, item.lineCount);
    total += item.lineCount;
  }
  return { done, total };
}

const itemStates = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  partial: 'failed',
  failed: 'failed',
  cancelled: 'skipped',
} as const satisfies Record<SocketEventData<'synthesisProgress'>['state'], TaskItem['state']>;

/** The tasks after one piece of news of the socket; null when none of them is meant. Old news takes nothing back. */
export function withProgress(
  tasks: readonly Task[],
  news: SocketEventData<'synthesisProgress'>,
): Task[] | null {
  const known = tasks.find((task) => task.id === news.taskId)?.items.find((item) => item.id === news.itemId);
  if (known === undefined) return null;
  const settled = known.state === 'done' || known.state === 'skipped';
  const item: TaskItem = settled
    ? known
    : {
        ...known,
        state: itemStates[news.state],
        doneCount: Math.max(known.doneCount, news.done),
        lineCount: news.total > 0 ? news.total : known.lineCount,
        message: news.message,
      };
  return tasks.map((task) =>
    task.id === news.taskId
      ? {
          ...task,
          state: task.state === 'queued' ? 'running' : task.state,
          items: task.items.map((each) => (each.id === item.id ? item : each)),
        }
      : task,
  );
}

/** The failed chapters that no later task has taken up again, newest first. */
export function openFailures(tasks: readonly Task[]): TaskItem[] {
  const started = tasks
    .filter((task) => task.state !== 'quoted' && task.state !== 'paid' && task.state !== 'cancelled')
    .sort((a, b) => b.createTime.localeCompare(a.createTime));
  const seen = new Set<string>();
  const failures: TaskItem[] = [];
  for (const item of started.flatMap((task) => task.items)) {
    if (seen.has(item.chapterId)) continue;
    seen.add(item.chapterId);
    if (item.state === 'failed') failures.push(item);
  }
  return failures;
}

/** What a task is called: its chapter, or the first of them. */
export function taskName(task: Pick<Task, 'items'>): string {
  const first = task.items[0]?.chapterName ?? '章节';
  return task.items.length > 1 ? `《${first}》等 ${String(task.items.length)} 章` : `《${first}》`;
}
