import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageHint, assignVoices, sexHint } from './auto-voices.ts';
import type { RoleToVoice, VoiceOnOffer } from './auto-voices.ts';

const role = (id: string, more: Partial<RoleToVoice> = {}): RoleToVoice => ({
  id,
  names: [id],
  description: '',
  sex: '',
  lines: 1,
  timbre: '',
  ...more,
});

const voices: readonly VoiceOnOffer[] = [
  { id: 'm1', sex: 'male', age: 'adult' },
  { id: 'm2', sex: 'male', age: 'elder' },
  { id: 'f1', sex: 'female', age: 'young' },
  { id: 'f2', sex: 'female', age: 'adult' },
  { id: 'c1', sex: null, age: 'child' },
];

describe('hints', () => {
  it('takes the given sex before any word', () => {
    expect(sexHint(role('祥林嫂', { sex: 'male' }))).toBe('male');
  });

  it('reads sex from names and description, and stays silent when they disagree or do not tell', () => {
    expect(['华大妈', '康大叔', '夏瑜', '驼背五少爷'].map((name) => sexHint(role(name)))).toEqual([
      'female',
      'male',
      '',
      'male',
    ]);
    expect(sexHint(role('甲', { description: '老爷的女儿' }))).toBe('');
  });

  it('reads age from names and description', () => {
    expect(['老栓', '九斤老太', '小孩子', '阿Q'].map((name) => ageHint(role(name)))).toEqual([
      'elder',
      'elder',
      'child',
      'adult',
    ]);
    expect(ageHint(role('夏瑜', { description: '青年革命者' }))).toBe('young');
  });
});

describe('assignVoices', () => {
  it('gives the busiest role the best voice of its sex and age', () => {
    const chosen = assignVoices(
      [role('闰土', { sex: 'male' }), role('老栓', { sex: 'male', lines: 40 })],
      voices,
    );
    expect(Object.fromEntries(chosen)).toEqual({ 老栓: 'm2', 闰土: 'm1' });
  });

  it('rather shares a voice than gives a woman a man’s', () => {
    const women = ['a', 'b', 'c'].map((id) => role(id, { sex: 'female', lines: 9 }));
    const chosen = assignVoices(women, [...voices.slice(0, 4)]);
    expect([...chosen.values()].every((id) => id.startsWith('f'))).toBe(true);
    expect(new Set(chosen.values()).size).toBe(2);
  });

  it('counts the voices that roles already have', () => {
    const chosen = assignVoices(
      [role('a', { sex: 'male', timbre: 'm1' }), role('b', { sex: 'male' })],
      voices.slice(0, 2),
    );
    expect(Object.fromEntries(chosen)).toEqual({ b: 'm2' });
  });

  it('chooses nothing from nothing', () => {
    expect(assignVoices([role('a')], []).size).toBe(0);
  });

  it('fills every gap, touches nothing else, and shares only when the voices of a sex are used up', () => {
    const someRole = fc.record({
      sex: fc.constantFrom('' as const, 'male' as const, 'female' as const),
      lines: fc.nat(200),
      timbre: fc.constantFrom('', '', 'm1', 'f1'),
    });
    fc.assert(
      fc.property(fc.array(someRole, { maxLength: 12 }), (parts) => {
        const roles = parts.map((part, index) => role(`r${String(index)}`, part));
        const chosen = assignVoices(roles, voices);
        expect([...chosen.keys()].sort()).toEqual(
          roles
            .filter((one) => one.timbre === '')
            .map((one) => one.id)
            .sort(),
        );
        const final = roles.map((one) => ({ ...one, timbre: chosen.get(one.id) ?? one.timbre }));
        for (const one of final.filter((each) => chosen.has(each.id) && each.sex !== '')) {
          const shared = final.some((other) => other.id !== one.id && other.timbre === one.timbre);
          const fitting = voices.filter((voice) => voice.sex === null || voice.sex === one.sex);
          expect(fitting.some((voice) => voice.id === one.timbre)).toBe(true);
          const allUsed = fitting.every((voice) => final.some((other) => other.timbre === voice.id));
          expect(!shared || allUsed).toBe(true);
        }
      }),
    );
  });
});
