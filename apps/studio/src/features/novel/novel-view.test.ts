import { describe, expect, it } from 'vitest';
import { novelsInView, novelViewOf } from './novel-view.ts';
import type { Novel } from './novel.queries.ts';

const can = {
  edit: true,
  role: true,
  crew: true,
  review: true,
  import: true,
  synthesise: true,
  remove: true,
};
const novel = (name: string, day: number, more: Partial<Novel> = {}): Novel => ({
  id: `00000000-0000-4000-8000-0000000000${String(day).padStart(2, '0')}`,
  name,
  genre: null,
  isOver: 0,
  topped: 0,
  syncData: 0,
  narrator: '',
  authority: '11111111',
  chapterCount: 1,
  markedChapterCount: 0,
  wordCount: 1,
  roleCount: 1,
  createTime: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  editTime: `2026-02-${String(29 - day).padStart(2, '0')}T00:00:00.000Z`,
  lastEditor: '',
  delTime: null,
  can,
  ...more,
});
const list = [
  novel('呐喊', 1, { genre: '名著' }),
  novel('彷徨', 2, { topped: 1 }),
  novel('西游记', 3, { isOver: 1, genre: '名著' }),
];
const names = (query: string) =>
  novelsInView(list, novelViewOf(new URLSearchParams(query)), null).map((item) => item.name);

describe('the view of the novel list', () => {
  it('is last edited first by default, topped before all', () => {
    expect(names('')).toEqual(['彷徨', '呐喊', '西游记']);
  });
  it('sorts by creation and upwards when the address says so', () => {
    expect(names('by=create')).toEqual(['彷徨', '西游记', '呐喊']);
    expect(names('by=create&order=asc')).toEqual(['彷徨', '呐喊', '西游记']);
  });
  it('filters by genre, state and name together', () => {
    expect(names('genre=名著')).toEqual(['呐喊', '西游记']);
    expect(names('genre=名著&over=1')).toEqual(['西游记']);
    expect(names('over=0&q=徨')).toEqual(['彷徨']);
  });
  it('takes an unknown value as absent', () => {
    expect(names('genre=<script>&over=x&by=__proto__&order=1')).toEqual(names(''));
  });
});
