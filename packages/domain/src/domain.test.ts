import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { novelPermissions, Refusal } from '@huaben/contract';
import {
  finishedTaskState,
  grants,
  leaseSeconds,
  mustBeWritable,
  mustMay,
  nextTaskState,
  planLock,
  planSave,
} from './index.ts';
import type { ItemState, NovelAccess, StoredLock } from './index.ts';

const access = (flags: string | null, state: NovelAccess['state'] = 'normal'): NovelAccess => ({
  novelId: 'n',
  novelName: '呐喊',
  state,
  flags,
});
const flagString = fc
  .array(fc.constantFrom('0', '1'), { minLength: 8, maxLength: 8 })
  .map((list) => list.join(''));

describe('novel permission', () => {
  it('refuses strangers, malformed strings and unknown needs', () => {
    expect(grants(null, 'member')).toBe(false);
    expect(grants('1111111', 'edit')).toBe(false);
    expect(grants('1111111x', 'edit')).toBe(false);
    expect(grants('11111111', 'nonsense' as 'edit')).toBe(false);
  });

  it('reads each flag at its own position', () => {
    fc.assert(
      fc.property(flagString, fc.constantFrom(...novelPermissions), (flags, need) => {
        expect(grants(flags, need)).toBe(flags[novelPermissions.indexOf(need)] === '1');
      }),
    );
  });

  it('is all or nothing over a set', () => {
    fc.assert(
      fc.property(
        fc.array(flagString, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 2 }),
        (list, missing) => {
          const rows = list.map((flags) => access(flags));
          const judge = () => mustMay('edit', rows.length + missing, rows);
          if (missing === 0 && rows.every((row) => grants(row.flags, 'edit'))) expect(judge).not.toThrow();
          else expect(judge).toThrow(Refusal);
        },
      ),
    );
    expect(() => mustMay('edit', 0, [])).toThrow(Refusal);
  });

  it('closes a binned novel to all but the creator, and a finished one to changes', () => {
    expect(() => mustMay('member', 1, [access('01111111', 'binned')])).toThrow(Refusal);
    expect(() => mustMay('member', 1, [access('11111111', 'binned')])).not.toThrow();
    expect(() => mustBeWritable(access('11111111', 'finished'))).toThrow('呐喊');
    expect(() => mustBeWritable(access('11111111'))).not.toThrow();
  });
});

const t0 = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number): Date => new Date(t0.getTime() + seconds * 1000);

/** A lock with a tiny store around it, as the database applies the plans. */
const lockModel = () => {
  let lock: StoredLock = { chapterId: 'c', fence: 0, holder: null };
  return {
    get lock() {
      return lock;
    },
    ask(userId: string, editorId: string, now: Date, takeOver = false) {
      const plan = planLock(lock, { userId, editorId, type: 1, takeOver }, now);
      if (plan.do !== 'refuse') {
        const holder = {
          userId,
          editorId,
          type: 1 as const,
          since: now,
          lastActive: now,
          expires: new Date(now.getTime() + leaseSeconds * 1000),
        };
        lock = { ...lock, fence: plan.fence, holder };
      }
      return plan;
    },
  };
};

describe('chapter lock', () => {
  it('refuses a second user while the lease lives and admits one after', () => {
    const model = lockModel();
    model.ask('a', 'e1', t0);
    expect(model.ask('b', 'e2', after(89)).do).toBe('refuse');
    expect(model.ask('b', 'e2', after(91))).toEqual({ do: 'acquire', fence: 2, from: null });
  });

  it('renews for the same page, and lets the newer page of one user win', () => {
    const model = lockModel();
    model.ask('a', 'e1', t0);
    expect(model.ask('a', 'e1', after(60))).toEqual({ do: 'renew', fence: 1 });
    expect(model.ask('a', 'e2', after(61))).toEqual({ do: 'acquire', fence: 2, from: 'a' });
  });

  it('never lets two pages write with valid fences', () => {
    const step = fc.record({
      user: fc.constantFrom('a', 'b', 'c'),
      page: fc.constantFrom('1', '2'),
      wait: fc.integer({ min: 0, max: 120 }),
      takeOver: fc.boolean(),
      save: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model = lockModel();
        const fences = new Map<string, number>();
        let now = 0;
        let number = 1;
        let last: string | null = null;
        for (const { user, page, wait, takeOver, save } of steps) {
          now += wait;
          const key = user + page;
          if (save) {
            const fence = fences.get(key) ?? -1;
            const plan = planSave(
              {
                userId: user,
                editorId: key,
                fence,
                baseRevision: number,
                contentHash: `h${now}`,
                lock: model.lock,
                current: { number, hash: 'x' },
              },
              after(now),
            );
            if (plan.do === 'write') {
              expect(last).toBe(key);
              number = plan.number;
            }
          } else {
            const plan = model.ask(user, key, after(now), takeOver);
            if (plan.do !== 'refuse') {
              fences.set(key, plan.fence);
              last = key;
            }
          }
        }
      }),
    );
  });
});

describe('save', () => {
  const holder = {
    userId: 'a',
    editorId: 'e1',
    type: 1 as const,
    since: t0,
    lastActive: t0,
    expires: after(90),
  };
  const attempt = {
    userId: 'a',
    editorId: 'e1',
    fence: 3,
    baseRevision: 7,
    contentHash: 'new',
    lock: { chapterId: 'c', fence: 3, holder },
    current: { number: 7, hash: 'old' },
  };

  it('refuses a lost fence and a stale base, and writes otherwise', () => {
    expect(planSave({ ...attempt, fence: 2 }, t0)).toEqual({ do: 'conflict', reason: 'LOCK_LOST' });
    expect(planSave({ ...attempt, editorId: 'e9' }, t0)).toEqual({ do: 'conflict', reason: 'LOCK_LOST' });
    expect(planSave({ ...attempt, baseRevision: 6 }, t0)).toEqual({ do: 'conflict', reason: 'SAVE_STALE' });
    expect(planSave(attempt, t0)).toEqual({ do: 'write', number: 8 });
  });

  it('accepts the holder after the lease ran out while nobody took it, and makes no revision of equal content', () => {
    expect(planSave(attempt, after(600)).do).toBe('write');
    expect(planSave({ ...attempt, contentHash: 'old' }, t0)).toEqual({ do: 'same' });
  });
});

describe('task state', () => {
  it('refuses what the order of steps forbids', () => {
    expect(nextTaskState('quoted', 'execute')).toBeNull();
    expect(nextTaskState('done', 'cancel')).toBeNull();
    expect(nextTaskState('cancelled', 'execute')).toBeNull();
  });

  it('is idempotent', () => {
    expect(nextTaskState('quoted', 'pay')).toBe('paid');
    expect(nextTaskState('paid', 'pay')).toBe('same');
    expect(nextTaskState('running', 'execute')).toBe('same');
  });

  it('ends when every item has ended', () => {
    const states: ItemState[] = ['waiting', 'running', 'done', 'failed', 'skipped'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 8 }), (items) => {
        const end = finishedTaskState(items);
        expect(end === null).toBe(items.some((state) => state === 'waiting' || state === 'running'));
        if (end === 'done') expect(items.every((state) => state === 'done')).toBe(true);
      }),
    );
  });
});
