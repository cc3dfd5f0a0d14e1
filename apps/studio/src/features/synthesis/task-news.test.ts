import { describe, expect, it } from 'vitest';
import type { Task, TaskItem } from './synthesis.types.ts';
import { lineCounts, openFailures, taskName, withProgress } from './task-news.ts';

const item = (id: string, more: Partial<TaskItem> = {}): TaskItem => ({
  id,
  taskId: 't1',
  chapterId: `c-${id}`,
  chapterName: `第${id}章`,
  state: 'waiting',
  lineCount: 10,
  doneCount: 0,
  renderedCount: 0,
  message: null,
  versionId: null,
  ...more,
});
const task = (id: string, items: TaskItem[], more: Partial<Task> = {}): Task => ({
  id,
  productId: 'n',
  state: 'queued',
  characters: 100,
  newCharacters: 100,
  coins: 0,
  createTime: '2026-01-01T00:00:00Z',
  finishTime: null,
  items,
  ...more,
});
const news = (itemId: string, done: number, state: 'running' | 'done' | 'partial' = 'running') => ({
  taskId: 't1',
  itemId,
  productId: 'n',
  chapterId: `c-${itemId}`,
  state,
  done,
  total: 10,
  message: null,
});

describe('withProgress', () => {
  it('moves the item and wakes its queued task', () => {
    const next = withProgress([task('t1', [item('1'), item('2')]), task('t2', [])], news('2', 4));
    expect(next?.map((each) => each.state)).toEqual(['running', 'queued']);
    expect(next?.[0]?.items.map((each) => [each.state, each.doneCount])).toEqual([
      ['waiting', 0],
      ['running', 4],
    ]);
  });

  it('takes nothing back for news that come late', () => {
    const done = [task('t1', [item('1', { state: 'done', doneCount: 10 })], { state: 'running' })];
    expect(withProgress(done, news('1', 3))).toEqual(done);
    const ahead = [task('t1', [item('1', { state: 'running', doneCount: 8 })], { state: 'running' })];
    expect(withProgress(ahead, news('1', 3))?.[0]?.items[0]?.doneCount).toBe(8);
  });

  it('does not know foreign tasks', () => {
    expect(withProgress([task('t9', [item('1')])], news('1', 3))).toBeNull();
  });
});

describe('openFailures', () => {
  const failed = (id: string): TaskItem => item(id, { state: 'failed', message: '引擎没有回答' });

  it('forgets a failure that a later task has taken up', () => {
    const old = task('t1', [failed('1'), failed('2')], {
      state: 'failed',
      createTime: '2026-01-01T00:00:00Z',
    });
    const later = task('t2', [item('1', { state: 'running' })], {
      state: 'running',
      createTime: '2026-01-02T00:00:00Z',
    });
    expect(openFailures([old, later]).map((each) => each.id)).toEqual(['2']);
  });

  it('is not silenced by a mere quote or a cancelled task', () => {
    const old = task('t1', [failed('1')], { state: 'failed' });
    const quote = task('t2', [item('1')], { state: 'quoted', createTime: '2026-01-02T00:00:00Z' });
    const cancelled = task('t3', [item('1')], { state: 'cancelled', createTime: '2026-01-03T00:00:00Z' });
    expect(openFailures([quote, cancelled, old]).map((each) => each.id)).toEqual(['1']);
  });
});

describe('a task in words and figures', () => {
  it('is named after its chapters', () => {
    expect([taskName(task('t', [item('1')])), taskName(task('t', [item('1'), item('2')]))]).toEqual([
      '《第1章》',
      '《第1章》等 2 章',
    ]);
  });

  it('never counts more lines done than there are', () => {
    expect(lineCounts(task('t', [item('1', { doneCount: 12 }), item('2', { doneCount: 3 })]))).toEqual({
      done: 13,
      total: 20,
    });
  });
});
