import { describe, expect, it } from 'vitest';
import { chaptersInView, chapterViewOf } from './chapter-view.ts';
import type { Chapter } from './chapter.queries.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const chapter = (sort: number, name: string, more: Partial<Chapter> = {}): Chapter => ({
  id: id(sort),
  productId: id(0),
  name,
  sort,
  chapterUrlId: id(sort),
  revision: 1,
  wordCount: 100,
  lineCount: 0,
  unassignedCount: 0,
  createTime: '2026-01-01T00:00:00.000Z',
  editTime: '2026-01-01T00:00:00.000Z',
  lastEditor: '',
  lock: null,
  audio: 'none',
  ...more,
});
const list = [
  chapter(1, '第1章 雪夜', { wordCount: 300, lineCount: 10, unassignedCount: 4 }),
  chapter(2, '第2章 车厂', { wordCount: 100, lineCount: 8, audio: 'stale' }),
  chapter(10, '第10章 归来', { wordCount: 100 }),
];
const sorts = (query: string) =>
  chaptersInView(list, chapterViewOf(new URLSearchParams(query)), null).map((item) => item.sort);

describe('the view of the chapter list', () => {
  it('is the order of the book by default', () => expect(sorts('')).toEqual([1, 2, 10]));
  it('keeps the order of the book among equals, in both directions', () => {
    expect(sorts('by=words')).toEqual([2, 10, 1]);
    expect(sorts('by=words&order=desc')).toEqual([1, 2, 10]);
  });
  it('orders names by their numbers', () => expect(sorts('by=name&order=desc')).toEqual([10, 2, 1]));
  it('filters by the state of the marking and of the audio', () => {
    expect(sorts('state=unmarked')).toEqual([10]);
    expect(sorts('state=unassigned')).toEqual([1]);
    expect(sorts('state=done')).toEqual([2]);
    expect(sorts('state=stale')).toEqual([2]);
  });
  it('searches by name and takes unknown values as absent', () => {
    expect(sorts('q=车厂')).toEqual([2]);
    expect(sorts('state=none&by=toString&order=up')).toEqual([1, 2, 10]);
  });
});
