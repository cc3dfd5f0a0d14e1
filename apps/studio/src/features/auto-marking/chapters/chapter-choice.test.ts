import { expect, test } from 'vitest';
import type { Chapter, MarkingTask } from '../marking.types.ts';
import { choiceRows } from './chapter-choice.ts';

const chapter = (id: string, sort: number, lines: number, open: number): Chapter => ({
  id,
  productId: 'p',
  name: `第${id}回`,
  sort,
  chapterUrlId: 'u',
  revision: 1,
  wordCount: 1,
  lineCount: lines,
  unassignedCount: open,
  createTime: '',
  editTime: '',
  lastEditor: '',
  lock: null,
  audio: 'none',
});
const failed = { state: 'failed', chapterId: '二' } as MarkingTask;

test('filters by what is open, unmarked, finished or failed, in the order of the book', () => {
  const chapters = [chapter('二', 2, 10, 0), chapter('一', 1, 10, 4)];
  const last = new Map([['二', failed]]);
  const names = (filter: Parameters<typeof choiceRows>[2]['filter'], query = '') =>
    choiceRows(chapters, last, { query, filter }, null).map((row) => row.chapter.id);
  expect(names('all')).toEqual(['一', '二']);
  expect(names('open')).toEqual(['一']);
  expect(names('never')).toEqual(['一']);
  expect(names('closed')).toEqual(['二']);
  expect(names('failed')).toEqual(['二']);
  expect(names('locked')).toEqual([]);
  expect(names('all', '第二')).toEqual(['二']);
});
