import { expect, test } from 'vitest';
import { countsOf, lastTasks, runsOf, statesOf, withNews } from './marking-runs.ts';
import type { MarkingTask } from './marking.types.ts';

const task = (id: string, more: Partial<MarkingTask> = {}): MarkingTask => ({
  id,
  invokeId: 'run',
  productId: 'p',
  chapterId: `chapter ${id}`,
  chapterName: id,
  userName: '老张',
  mode: 'blank',
  preview: false,
  threshold: 0.97,
  state: 'waiting',
  counts: null,
  message: null,
  createTime: '2026-03-05T06:00:00Z',
  startTime: null,
  finishTime: null,
  chapterUrlId: null,
  snapshot: null,
  ...more,
});
const counts = { lines: 10, marked: 4, queued: 3, human: 2, kept: 0, notDialogue: 1 };

test('tasks that were started together are one run; previews are none', () => {
  const runs = runsOf([
    task('b', { invokeId: 'new' }),
    task('x', { preview: true, invokeId: 'x' }),
    task('a'),
  ]);
  expect(runs.map(({ invokeId, tasks }) => [invokeId, tasks.length])).toEqual([
    ['new', 1],
    ['run', 1],
  ]);
});

test('the newest task of a chapter counts', () => {
  const older = task('a', { chapterId: 'c', createTime: '2026-03-01T06:00:00Z' });
  expect(lastTasks([older, task('b', { chapterId: 'c' })]).get('c')?.id).toBe('b');
});

test('sums only what is done, and counts states', () => {
  const tasks = [task('a', { state: 'done', counts }), task('b', { state: 'done', counts }), task('c')];
  expect(countsOf(tasks)).toEqual({ lines: 20, marked: 8, queued: 6, human: 4, kept: 0, notDialogue: 2 });
  expect(statesOf(tasks)).toMatchObject({ done: 2, waiting: 1, failed: 0 });
});

test('news moves a task on, never back, and unknown tasks are told', () => {
  const tasks = [task('a'), task('b', { state: 'done' })];
  expect(withNews(tasks, { taskId: 'a', taskState: 'running' })?.[0]?.state).toBe('running');
  expect(withNews(tasks, { taskId: 'b', taskState: 'running' })?.[1]?.state).toBe('done');
  expect(withNews(tasks, { taskId: 'z', taskState: 'running' })).toBeNull();
});
