import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Candidate, DecisionOutcome, ReviewItem, ReviewPage } from '../marking.types.ts';
import type { SentDecision } from './decision-outbox.ts';
import { acceptable } from './review-queue.ts';
import { ReviewSession } from './review-session.ts';

const candidate = (roleId: string | null, name: string, probability = 0.6): Candidate => ({
  roleId,
  name,
  kind: 'person',
  probability,
});
const item = (chapterId: string, lineId: string, candidates = [candidate('r1', '宝玉')]): ReviewItem => ({
  chapterId,
  chapterName: `第${chapterId}回`,
  lineId,
  text: `“${lineId}”`,
  before: '',
  after: '',
  evidence: null,
  candidates,
  confidence: candidates[0]?.probability ?? 0,
  category: 'implicit',
  reason: null,
});

function stage(open: ReviewItem[]) {
  const sent: SentDecision[][] = [];
  let server = open;
  let refuse: string | null = null;
  let offline = false;
  const page = (list: ReviewItem[]): ReviewPage => ({ list, total: list.length, chapters: [] });
  const session = new ReviewSession({
    fetchPage: async () => page(server),
    fetchChapters: async (ids) => page(server.filter(({ chapterId }) => ids.includes(chapterId))),
    send: async (decisions): Promise<DecisionOutcome> => {
      if (offline) throw new Error('offline');
      sent.push(decisions);
      const lineIds = decisions.map(({ lineId }) => lineId);
      const chapterId = decisions[0]?.chapterId ?? '';
      if (refuse !== null) return { applied: [], refused: [{ chapterId, lineIds, reason: refuse }] };
      server = server.filter((one) => !decisions.some((d) => d.lineId === one.lineId && d.roleId !== null));
      return { applied: [{ chapterId, lineIds, chapterUrlId: 'u', revision: 2 }], refused: [] };
    },
    createRole: async (name) => `new-${name}`,
    nameOf: (roleId) => roleId,
    now: () => Date.now(),
    onStored: () => undefined,
  });
  const lines = () => session.store.getState().queue.items.map(({ lineId }) => lineId);
  return {
    session,
    sent,
    lines,
    state: () => session.store.getState(),
    put: (next: ReviewItem[]) => (server = next),
    refuse: (reason: string | null) => (refuse = reason),
    offline: (on: boolean) => (offline = on),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('decisions are shown at once and sent together after a pause', async () => {
  const { session, sent, lines, state } = stage([item('一', 'a'), item('一', 'b'), item('二', 'c')]);
  await session.load(null);
  await session.take(0);
  session.narrate();
  expect(lines()).toEqual(['c']);
  expect(state()).toMatchObject({ open: 1, unsent: 2 });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([
    [
      { chapterId: '一', lineId: 'a', roleId: 'r1' },
      { chapterId: '一', lineId: 'b', roleId: 'narration' },
    ],
  ]);
  expect(state()).toMatchObject({ unsent: 0, open: 1 });
});

test('an undo before sending sends nothing; after it, the line is put back', async () => {
  const { session, sent, lines, state } = stage([item('一', 'a'), item('一', 'b')]);
  await session.load(null);
  await session.take(0);
  session.undo();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(sent).toEqual([]);
  expect(lines()).toEqual(['a', 'b']);
  await session.take(0);
  await vi.advanceTimersByTimeAsync(2_000);
  session.undo();
  expect(state().queue.at).toBe('一/a');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent[1]).toEqual([{ chapterId: '一', lineId: 'a', roleId: null }]);
  session.undo();
  expect(state().news).toBe('没有可以撤销的了');
});

test('a decision after an undo goes out behind it, never in the same call', async () => {
  const { session, sent } = stage([item('一', 'a')]);
  await session.load(null);
  await session.take(0);
  await vi.advanceTimersByTimeAsync(2_000);
  session.undo();
  session.narrate();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(sent.slice(1).map((call) => call.map(({ roleId }) => roleId))).toEqual([[null], ['narration']]);
});

test('other lines of the chapter that changed are counted and told', async () => {
  const { session, state, put } = stage([item('一', 'a'), item('一', 'b'), item('二', 'c')]);
  await session.load(null);
  await session.take(0);
  put([item('一', 'b', [candidate('r2', '黛玉')]), item('二', 'c', [candidate('r3', '凤姐')])]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state().news).toBe('1 行随之更新');
  expect(state().queue.items.map(({ candidates }) => candidates[0]?.name)).toEqual(['黛玉', '宝玉']);
});

test('a refused chapter brings its lines back with the reason', async () => {
  const { session, lines, state, refuse } = stage([item('一', 'a'), item('二', 'b')]);
  await session.load(null);
  refuse('张三正在编辑这一章');
  await session.take(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lines()).toEqual(['a', 'b']);
  expect(state()).toMatchObject({
    open: 2,
    unsent: 0,
    undoable: false,
    refused: [{ name: '第一回', reason: '张三正在编辑这一章' }],
  });
});

test('what could not be sent waits and goes out with the next try', async () => {
  const { session, sent, state, offline } = stage([item('一', 'a')]);
  await session.load(null);
  offline(true);
  await session.take(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state().unsent).toBe(1);
  expect(state().saveError).toBeInstanceOf(Error);
  offline(false);
  await session.flush();
  expect(sent).toHaveLength(1);
  expect(state()).toMatchObject({ unsent: 0, saveError: null });
});

test('a name without a role becomes one, wherever it is a candidate', async () => {
  const stranger = () => [candidate(null, '贾芸')];
  const { session, sent, state } = stage([item('一', 'a', stranger()), item('二', 'b', stranger())]);
  await session.load(null);
  await session.take(0);
  await vi.advanceTimersByTimeAsync(1_300);
  expect(sent[0]?.[0]?.roleId).toBe('new-贾芸');
  expect(state().queue.items[0]?.candidates[0]?.roleId).toBe('new-贾芸');
});

test('skipping leaves the line open, and moving stays within the list', async () => {
  const { session, lines, state } = stage([item('一', 'a'), item('一', 'b')]);
  await session.load('一/b');
  expect(state().queue.at).toBe('一/b');
  session.move(5);
  session.move(-1);
  session.skip();
  expect(lines()).toEqual(['a', 'b']);
  expect(state().queue.at).toBe('一/b');
  expect([...state().skipped]).toEqual(['一/a']);
});

test('a threshold counts only lines whose first candidate has a role', () => {
  const lines = [
    item('一', 'a', [candidate('r1', '宝玉', 0.9)]),
    item('一', 'b', [candidate(null, '贾芸', 0.99)]),
    item('一', 'c', []),
  ];
  expect(acceptable(lines, 0.9)).toBe(1);
  expect(acceptable(lines, 0.95)).toBe(0);
});
