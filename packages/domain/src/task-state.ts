/** States of a synthesis task. */
export type TaskState =
  'quoted' | 'paid' | 'queued' | 'running' | 'partial' | 'done' | 'failed' | 'cancelled';

/** States of one chapter in a task. */
export type ItemState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped';

/** What a person does to a task. */
export type TaskAction = 'pay' | 'execute' | 'cancel' | 'retry';

const transitions: Readonly<Record<TaskAction, Partial<Record<TaskState, TaskState>>>> = {
  pay: { quoted: 'paid' },
  execute: { paid: 'queued' },
  cancel: { quoted: 'cancelled', paid: 'cancelled', queued: 'cancelled', running: 'cancelled' },
  retry: { partial: 'queued', failed: 'queued' },
};

/** Actions that were done already answer as done: a repeated click or a retried request is harmless. */
const already: Readonly<Record<TaskAction, readonly TaskState[]>> = {
  pay: ['paid', 'queued', 'running', 'partial', 'done', 'failed'],
  execute: ['queued', 'running', 'partial', 'done', 'failed'],
  cancel: ['cancelled'],
  retry: ['queued', 'running'],
};

/** The next state, `same` when the action was done before, or null when it is not possible. */
export function nextTaskState(state: TaskState, action: TaskAction): TaskState | 'same' | null {
  return transitions[action][state] ?? (already[action].includes(state) ? 'same' : null);
}

/** The state of a task whose items all have come to an end; null while any has not. */
export function finishedTaskState(items: readonly ItemState[]): 'done' | 'partial' | 'failed' | null {
  if (items.some((state) => state === 'waiting' || state === 'running')) return null;
  const done = items.filter((state) => state === 'done').length;
  if (done === items.length) return 'done';
  return done > 0 ? 'partial' : 'failed';
}
