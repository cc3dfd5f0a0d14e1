import { CallFailed } from '@huaben/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSaver } from './manuscript-saver.ts';
import type { SaveRequest, Saver } from './manuscript-saver.ts';
import type { Draft } from './draft-store.ts';
import { saveView } from './save-text.ts';

const chapterId = '11111111-1111-4111-8111-111111111111';

type Reply = { readonly revision: number } | Error;

function page(replies: Reply[]) {
  const drafts = new Map<string, Draft>();
  const sent: { request: SaveRequest; html: string }[] = [];
  const screen = { html: `<i data-chapter-id="${chapterId}"></i><p>一</p>` };
  let ids = 0;
  const saver: Saver = createSaver({
    userId: 'u',
    chapterId,
    editorId: 'editor-1',
    revision: 1,
    fence: () => 7,
    content: () => screen.html,
    send: (request, html) => {
      sent.push({ request, html });
      const reply = replies.shift() ?? new Error('offline');
      if (reply instanceof Error) return Promise.reject(reply);
      const savedAt = '2026-01-01T00:00:00Z';
      return Promise.resolve({
        ...reply,
        chapterUrlId: 'c',
        savedAt,
        wordCount: 1,
        lineCount: 0,
        unassignedCount: 0,
      });
    },
    keepDraft: (draft) => Promise.resolve(void drafts.set(draft.key, draft)),
    forgetDraft: (key, version) => {
      if ((drafts.get(key)?.version ?? Infinity) <= version) drafts.delete(key);
      return Promise.resolve();
    },
    newSaveId: () => `id-${(ids += 1)}`,
    now: () => 0,
    onChange: () => undefined,
    onSaved: () => undefined,
    onDraft: () => undefined,
  });
  const type = (text: string) => {
    screen.html = `<i data-chapter-id="${chapterId}"></i><p>${text}</p>`;
    saver.edited();
  };
  return { saver, drafts, sent, screen, type };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('keeps a draft within a second, saves after twenty, and forgets the draft when the server has said yes', async () => {
  const { saver, drafts, sent, type } = page([{ revision: 2 }]);
  type('一二');
  await vi.advanceTimersByTimeAsync(1000);
  expect([...drafts.values()].map((draft) => draft.html)).toEqual([expect.stringContaining('一二')]);
  expect(sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.request).toMatchObject({ fence: 7, baseRevision: 1 });
  expect(saveView(saver.state(), (at) => at.slice(11, 19)).text).toBe('已保存 00:00:00');
  expect(drafts.size).toBe(0);
});

test('an unanswered save is repeated with the same id and the same content, then newer text follows', async () => {
  const { saver, sent, type } = page([new Error('offline'), { revision: 2 }, { revision: 3 }]);
  type('一二');
  saver.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(saveView(saver.state(), String).text).toBe('未保存，正在重试');
  type('一二三');
  saver.save();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ html }) => html.includes('三'))).toEqual([false, false, true]);
  expect(sent[1]?.request.saveId).toBe(sent[0]?.request.saveId);
  expect(sent[2]?.request.saveId).not.toBe(sent[0]?.request.saveId);
  expect(sent[2]?.request.baseRevision).toBe(2);
});

test('a lost lock stops saving and keeps the draft', async () => {
  const lost = new CallFailed({
    code: -3,
    msg: '锁已失效',
    data: null,
    refusal: { name: 'LOCK_LOST', detail: {} },
  });
  const { saver, drafts, sent, type } = page([lost]);
  type('一二');
  saver.save();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  expect(saver.state().problem).toEqual({ kind: 'lock-lost', message: '锁已失效' });
  expect(drafts.size).toBe(1);
});

test('text that carries another chapter’s marker never leaves the page', async () => {
  const { saver, sent, screen } = page([{ revision: 2 }]);
  screen.html = '<i data-chapter-id="22222222-2222-4222-8222-222222222222"></i><p>别的章节</p>';
  saver.edited();
  saver.save();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(0);
  expect(saver.state().problem?.kind).toBe('mismatch');
});
