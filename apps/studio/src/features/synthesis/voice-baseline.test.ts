import { describe, expect, it } from 'vitest';
import { baselineOf, changedRoles } from './voice-baseline.ts';

const role = (id: string, timbre: string, rate = 1, pitch = 0) => ({ id, timbre, rate, pitch });

describe('changedRoles', () => {
  const baseline = baselineOf([role('a', 'm1'), role('b', 'f1')]);

  it('notices voice, rate and pitch, and a change taken back', () => {
    for (const changed of [role('a', 'm2'), role('a', 'm1', 1.2), role('a', 'm1', 1, -2)]) {
      expect([...changedRoles(baseline, [changed, role('b', 'f1')])]).toEqual(['a']);
    }
    expect(changedRoles(baseline, [role('a', 'm1'), role('b', 'f1')]).size).toBe(0);
  });

  it('says nothing about roles that came later', () => {
    expect(changedRoles(baseline, [role('c', 'm1')]).size).toBe(0);
  });
});
