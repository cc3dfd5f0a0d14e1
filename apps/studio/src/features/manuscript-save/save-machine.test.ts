import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUnsaved, openedAt, retryDelay, stepSave } from './save-machine.ts';
import type { Attempt, SaveEffect, SaveEvent, SaveState } from './save-machine.ts';

/** A server that stores idempotently, and a page that runs the machine's effects against it. */
class World {
  state: SaveState = openedAt(1);
  /** Number of edits in the text on screen. */
  text = 0;
  head = { revision: 1, text: 0 };
  readonly conflicts = new Set<number>();
  draft: { version: number; text: number } | null = null;
  readonly known = new Map<string, number>();
  readonly contents = new Map<string, number>();
  flying: Attempt | null = null;
  sends = 0;
  private ids = 0;

  apply(event: SaveEvent): void {
    const [state, effects] = stepSave(this.state, event);
    this.state = state;
    for (const effect of effects) this.run(effect);
  }

  fresh(): string {
    this.ids += 1;
    return `save-${this.ids}`;
  }

  private run(effect: SaveEffect): void {
    switch (effect.type) {
      case 'send':
        expect(this.flying).toBeNull();
        this.sends += 1;
        this.flying = effect.attempt;
        if (!this.contents.has(effect.attempt.saveId)) this.contents.set(effect.attempt.saveId, this.text);
        return;
      case 'askAgain':
        return this.apply({ type: 'asked', saveId: this.fresh() });
      case 'forgetDraft':
        if (this.draft !== null && this.draft.version <= effect.version) this.draft = null;
        return;
      case 'startTimer':
      case 'stopTimer':
        return;
    }
  }

  edit(): void {
    this.text += 1;
    this.apply({ type: 'edited' });
    this.draft = { version: this.state.edits, text: this.text };
  }

  /** The request arrives at the server; `answered` says whether its reply arrives here. */
  deliver(answered: boolean): void {
    const attempt = this.flying;
    if (attempt === null) return;
    const text = this.contents.get(attempt.saveId) ?? -1;
    const stored = this.known.get(attempt.saveId);
    const fits = stored !== undefined || attempt.baseRevision === this.head.revision;
    if (stored === undefined && fits) {
      this.head = { revision: this.head.revision + 1, text };
      this.known.set(attempt.saveId, this.head.revision);
    } else if (!fits) this.conflicts.add(text);
    this.flying = null;
    const { saveId } = attempt;
    if (!answered) return this.apply({ type: 'unanswered', saveId });
    if (!fits) return this.apply({ type: 'refused', saveId, problem: { kind: 'stale', message: '' } });
    const revision = this.known.get(saveId) ?? 0;
    this.apply({ type: 'confirmed', saveId, revision, savedAt: '2026-01-01T00:00:00Z' });
  }

  lose(): void {
    const attempt = this.flying;
    if (attempt === null) return;
    this.flying = null;
    this.apply({ type: 'unanswered', saveId: attempt.saveId });
  }

  /** Somebody else stores something. */
  elsewhere(): void {
    this.head = { revision: this.head.revision + 1, text: -this.head.revision };
  }
}

const moves = [
  'edit',
  'ask',
  'timer',
  'deliver',
  'deliverUnanswered',
  'lose',
  'elsewhere',
  'lockLost',
  'resume',
] as const;

function play(world: World, move: (typeof moves)[number]): void {
  switch (move) {
    case 'edit':
      return world.edit();
    case 'ask':
      return world.apply({ type: 'asked', saveId: world.fresh() });
    case 'timer':
      return world.apply({ type: 'timer', saveId: world.fresh() });
    case 'deliver':
      return world.deliver(true);
    case 'deliverUnanswered':
      return world.deliver(false);
    case 'lose':
      return world.lose();
    case 'elsewhere':
      return world.elsewhere();
    case 'lockLost':
      world.flying = null;
      return world.apply({ type: 'blocked', problem: { kind: 'lock-lost', message: '' } });
    case 'resume':
      world.flying = null;
      return world.apply({ type: 'resumed', revision: world.head.revision });
  }
}

test('the text on screen is always in the stored head or in the draft, and 已保存 is only said of what is stored', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 80 }), (sequence) => {
      const world = new World();
      for (const move of sequence) {
        play(world, move);
        if (isUnsaved(world.state)) expect(world.draft?.text).toBe(world.text);
        else if (world.text > 0) {
          const stored = [...world.known.keys()].map((saveId) => world.contents.get(saveId));
          expect(stored).toContain(world.text);
        }
      }
    }),
  );
});

test('a lost answer never turns into a conflict with oneself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('edit', 'ask', 'timer', 'deliver', 'deliverUnanswered', 'lose' as const), {
        maxLength: 80,
      }),
      (sequence) => {
        const world = new World();
        for (const move of sequence) play(world, move);
        expect(world.conflicts.size).toBe(0);
        for (let rounds = 0; rounds < 3; rounds += 1) {
          world.apply({ type: 'asked', saveId: world.fresh() });
          world.deliver(true);
        }
        expect(isUnsaved(world.state)).toBe(false);
        expect(world.head.text).toBe(world.text);
      },
    ),
  );
});

test('edits made while a save is on its way are saved by the next one', () => {
  const world = new World();
  world.edit();
  world.apply({ type: 'asked', saveId: 'a' });
  world.edit();
  world.apply({ type: 'asked', saveId: 'b' });
  expect(world.sends).toBe(1);
  world.deliver(true);
  expect(isUnsaved(world.state)).toBe(true);
  expect(world.draft?.text).toBe(2);
  world.deliver(true);
  expect(world.head.text).toBe(2);
  expect(world.draft).toBeNull();
});

test('a refusal ends with the next edit or the next wish to save; a lost lock does not', () => {
  const refused = stepSave(
    { ...openedAt(1), edits: 1 },
    { type: 'blocked', problem: { kind: 'refused', message: '太长' } },
  )[0];
  expect(stepSave(refused, { type: 'edited' })[0].problem).toBeNull();
  expect(stepSave(refused, { type: 'asked', saveId: 'x' })[0].attempt?.saveId).toBe('x');
  const lost = stepSave(
    { ...openedAt(1), edits: 1 },
    { type: 'blocked', problem: { kind: 'lock-lost', message: '' } },
  )[0];
  expect(stepSave(lost, { type: 'edited' })).toEqual([{ ...lost, edits: 2 }, []]);
  expect(stepSave(lost, { type: 'asked', saveId: 'x' })[1]).toEqual([]);
});

test('one autosave timer at a time', () => {
  const [first, effects] = stepSave(openedAt(1), { type: 'edited' });
  expect(effects).toEqual([{ type: 'startTimer' }]);
  expect(stepSave(first, { type: 'edited' })[1]).toEqual([]);
});

test('retries back off to half a minute', () => {
  expect([1, 2, 3, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000]);
});
