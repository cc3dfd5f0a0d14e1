import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('passwordStrength', () => {
  it.each([
    ['', 'short'],
    ['abc1234', 'short'],
    ['12345678', 'weak'],
    ['password1', 'weak'],
    ['aaaaaaaaaaaa', 'weak'],
    ['lingxian', 'weak'],
    ['lingxian7', 'fair'],
    ['骆驼祥子1936年', 'fair'],
    ['Lingxian-1936', 'strong'],
    ['祥子拉着车走在北平的雪夜里没有回头', 'strong'],
  ])('%s is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });

  it('counts characters and not code units', () => {
    expect(passwordStrength('𠮷𠮷𠮷𠮷𠮷')).toBe('short');
  });

  it('never calls anything below eight characters acceptable', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 7, unit: 'grapheme' }), (password) => {
        expect([...password].length >= 8 || passwordStrength(password) === 'short').toBe(true);
      }),
    );
  });
});
