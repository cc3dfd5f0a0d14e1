import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHabits, habitsOf, reweighByHabits } from './learn-habits.ts';
import type { Habits } from './learn-habits.ts';
import type { SpeakerCandidate } from './types.ts';

const person = (roleId: string | null, probability: number): SpeakerCandidate => ({
  roleId,
  name: roleId ?? '路人',
  kind: 'person',
  probability,
});

function spoken(lines: readonly string[]): Habits {
  return lines.reduce<Habits>(
    (sum, line) =>
      addHabits(sum, { lines: 1, words: Object.fromEntries(habitsOf(line).map((habit) => [habit, 1])) }),
    { lines: 0, words: {} },
  );
}

const HABITS = {
  concubine: spoken(Array.from({ length: 10 }, () => '本宫乏了。')),
  soldier: spoken(Array.from({ length: 10 }, () => '俺去！')),
};

describe('reweighByHabits', () => {
  it('prefers who talks like that', () => {
    const even = [person('soldier', 0.45), person('concubine', 0.4)];
    expect(reweighByHabits(HABITS, '“本宫不去。”', even)[0]?.roleId).toBe('concubine');
    expect(reweighByHabits(HABITS, '“俺不去。”', even)[0]?.roleId).toBe('soldier');
  });

  it('does not overturn what is nearly certain', () => {
    const sure = [person('soldier', 0.97), person('concubine', 0.03)];
    expect(reweighByHabits(HABITS, '“本宫不去。”', sure)[0]?.roleId).toBe('soldier');
  });

  it('leaves roles with few lines alone', () => {
    const few = { concubine: spoken(['本宫乏了。']), soldier: spoken(['俺去！']) };
    const even = [person('soldier', 0.5), person('concubine', 0.4)];
    expect(reweighByHabits(few, '“本宫不去。”', even)).toEqual(even);
  });

  it('keeps the sum of the probabilities', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 0.3, noNaN: true }), { maxLength: 3 }), (chances) => {
        const roles = ['soldier', 'concubine', null];
        const before = chances.map((chance, i) => person(roles[i] ?? null, chance));
        const after = reweighByHabits(HABITS, '“本宫呢！”', before);
        const sum = (list: readonly SpeakerCandidate[]): number =>
          list.reduce((total, one) => total + one.probability, 0);
        expect(sum(after)).toBeCloseTo(sum(before), 9);
      }),
    );
  });
});
