import { expect, test } from 'vitest';
import { reviewCommand } from './review-keys.ts';
import type { ReviewKey } from './review-keys.ts';

const press = (key: string, more: Partial<ReviewKey> = {}) =>
  reviewCommand({ key, code: '', ctrl: false, alt: false, target: 'page', ...more });

test('digits take a candidate, 0 is no dialogue, Enter takes the first', () => {
  expect(press('2')).toEqual({ do: 'take', index: 1 });
  expect(press('3', { code: 'Numpad3' })).toEqual({ do: 'take', index: 2 });
  expect(press('0')).toEqual({ do: 'narrate' });
  expect(press('Enter')).toEqual({ do: 'take', index: 0 });
  expect(press('4')).toBeNull();
});

test('letters work under an input method and with Caps Lock', () => {
  expect(press('Process', { code: 'KeyR' })).toEqual({ do: 'search' });
  expect(press('S')).toEqual({ do: 'skip' });
  expect(press('z', { ctrl: true })).toEqual({ do: 'undo' });
  expect(press('r', { ctrl: true, code: 'KeyR' })).toBeNull();
});

test('fields keep their keys, and buttons keep Enter', () => {
  expect(press('1', { target: 'field' })).toBeNull();
  expect(press('Enter', { target: 'control' })).toBeNull();
  expect(press('ArrowDown', { target: 'control' })).toEqual({ do: 'move', steps: 1 });
});
