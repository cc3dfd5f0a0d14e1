import { describe, expect, it } from 'vitest';
import type { FromImportWorker, PreviewChapter } from './import-messages.ts';
import { blockerOf, importFields, newPreview, previewAfter, totalsOf } from './import-preview.ts';
import type { ImportPreview, PreviewEvent } from './import-preview.ts';

const chapter = (title: string, more: Partial<PreviewChapter> = {}): PreviewChapter => ({
  title,
  words: 1000,
  characters: 1200,
  warnings: [],
  parts: 1,
  uncuttable: false,
  ...more,
});
const bookOf = (ask: number, chapters: PreviewChapter[]): FromImportWorker => ({
  kind: 'book',
  ask,
  book: {
    encoding: 'gb18030',
    confidence: 1,
    replaced: 0,
    dropped: 0,
    sample: [],
    characterCount: 9000,
    chapters,
  },
});
const play = (events: PreviewEvent[], from: ImportPreview = newPreview('呐喊.txt', 10)) =>
  events.reduce(previewAfter, from);
const opened = (chapters: PreviewChapter[]) =>
  play([
    { kind: 'asked', ask: 1 },
    { kind: 'answered', answer: bookOf(1, chapters) },
  ]);

describe('the preview of an import', () => {
  it('ignores an answer to an older question', () => {
    const state = play([
      { kind: 'asked', ask: 1 },
      { kind: 'asked', ask: 2, headingPattern: '^卷' },
      { kind: 'answered', answer: bookOf(1, [chapter('旧')]) },
    ]);
    expect(state.book).toBeNull();
    expect(state.waiting).toBe(true);
    expect(state.headingPattern).toBe('^卷');
  });

  it('keeps the ticks while the division stays the same, and ticks all of a new one', () => {
    const ticked = play([{ kind: 'tick', indexes: [1], on: false }], opened([chapter('一'), chapter('二')]));
    const again = (chapters: PreviewChapter[]) =>
      play(
        [
          { kind: 'asked', ask: 2 },
          { kind: 'answered', answer: bookOf(2, chapters) },
        ],
        ticked,
      );
    expect([...again([chapter('一'), chapter('二')]).skipped]).toEqual([1]);
    expect([...again([chapter('一'), chapter('三')]).skipped]).toEqual([]);
  });

  it('keeps the chapters when the expression is refused, but does not import them', () => {
    const state = play(
      [
        { kind: 'asked', ask: 2, headingPattern: '(' },
        { kind: 'answered', answer: { kind: 'badPattern', ask: 2, message: '括号不成对' } },
      ],
      opened([chapter('一')]),
    );
    expect(state.book?.chapters).toHaveLength(1);
    expect(state.patternProblem).toBe('括号不成对');
    expect(blockerOf(state)).toContain('表达式');
  });

  it('has nothing to import when the file is refused', () => {
    const state = play([
      { kind: 'asked', ask: 1 },
      { kind: 'answered', answer: { kind: 'badFile', ask: 1, message: '这是压缩包', tryEncoding: false } },
    ]);
    expect(blockerOf(state)).toBe('这是压缩包');
  });

  it('counts only what is ticked, and the continuations', () => {
    const long = chapter('长', { parts: 3, words: 120_000, warnings: [{ kind: 'long', message: '长' }] });
    const state = opened([chapter('一'), long, chapter('二')]);
    expect(totalsOf(state)).toEqual({ chapters: 3, files: 5, words: 122_000, warned: 1 });
    const without = play([{ kind: 'tick', indexes: [1], on: false }], state);
    expect(totalsOf(without)).toEqual({ chapters: 2, files: 2, words: 2000, warned: 0 });
  });

  it('does not let a chapter over the limit through without splitting', () => {
    const state = opened([chapter('长', { parts: 2, characters: 60_000 }), chapter('一')]);
    expect(blockerOf(state)).toBeNull();
    const whole = play([{ kind: 'splitLong', on: false }], state);
    expect(blockerOf(whole)).toContain('「长」');
    expect(blockerOf(play([{ kind: 'tick', indexes: [0], on: false }], whole))).toBeNull();
  });

  it('does not let a chapter through that no splitting helps', () => {
    const state = opened([chapter('独白', { parts: 1, uncuttable: true })]);
    expect(blockerOf(state)).toContain('「独白」');
  });

  it('asks for at least one chapter', () => {
    const state = play([{ kind: 'tick', indexes: [0], on: false }], opened([chapter('一')]));
    expect(blockerOf(state)).toContain('没有勾选');
  });

  it('sends exactly what was shown', () => {
    const state = play(
      [{ kind: 'tick', indexes: [2, 0], on: false }],
      opened(['一', '二', '三'].map((t) => chapter(t))),
    );
    if (!state.book) throw new Error('no book');
    expect(importFields(state, state.book)).toEqual({
      encoding: 'gb18030',
      chapterCount: 3,
      characterCount: 9000,
      skipped: '[0,2]',
      splitLong: '1',
      fileName: '呐喊.txt',
    });
  });
});
