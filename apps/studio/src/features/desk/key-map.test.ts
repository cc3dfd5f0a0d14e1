import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveKey } from './key-map.ts';
import type { Key, KeyContext } from './key-map.ts';

const press = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  code: '',
  ctrl: false,
  alt: false,
  shift: false,
  ...more,
});
const desk: KeyContext = {
  mode: 'mark',
  target: 'text',
  hotKeys: new Map([
    ['4', 'r4'],
    ['q', 'rq'],
  ]),
  suggestions: 3,
};

test('a role’s key assigns it, whatever Shift or Caps Lock says', () => {
  expect(resolveKey(press('4'), desk)).toEqual({ do: 'assign', roleId: 'r4' });
  expect(resolveKey(press('Q', { shift: true }), desk)).toEqual({ do: 'assign', roleId: 'rq' });
});

test('1 to 3 take what is suggested and nothing else', () => {
  expect(resolveKey(press('2'), desk)).toEqual({ do: 'take', index: 1 });
  expect(resolveKey(press('2'), { ...desk, suggestions: 1 })).toBeNull();
});

test('a novel that gives 1 to a role keeps its suggestions under Alt', () => {
  const context = { ...desk, hotKeys: new Map([['1', 'r1']]) };
  expect(resolveKey(press('1'), context)).toEqual({ do: 'assign', roleId: 'r1' });
  expect(resolveKey(press('¡', { code: 'Digit1', alt: true }), context)).toEqual({ do: 'take', index: 0 });
});

test('Tab goes to the next waiting line from the text, and stays the browser’s elsewhere', () => {
  expect(resolveKey(press('Tab', { shift: true }), desk)).toEqual({ do: 'nextWaiting', dir: -1 });
  expect(resolveKey(press('Tab'), { ...desk, target: 'control' })).toBeNull();
});

test('typing is never taken for marking', () => {
  const anyKey = fc.string({ minLength: 1, maxLength: 1 });
  fc.assert(
    fc.property(anyKey, fc.constantFrom('field', 'control', 'text' as const), (key, target) => {
      if (target === 'field') expect(resolveKey(press(key), { ...desk, target })).toBeNull();
      expect(resolveKey(press(key), { ...desk, mode: 'type', target })).toBeNull();
    }),
  );
});

test('Ctrl keys work in both modes; in a field only saving does', () => {
  for (const mode of ['mark', 'type'] as const) {
    expect(resolveKey(press('d', { ctrl: true }), { ...desk, mode })).toEqual({ do: 'toggleDialogue' });
    expect(resolveKey(press('Enter', { ctrl: true }), { ...desk, mode })).toEqual({ do: 'split' });
    expect(resolveKey(press('Backspace', { ctrl: true }), { ...desk, mode })).toEqual({ do: 'merge' });
    expect(resolveKey(press('Z', { ctrl: true, shift: true }), { ...desk, mode })).toEqual({ do: 'redo' });
  }
  expect(resolveKey(press('z', { ctrl: true }), { ...desk, target: 'field' })).toBeNull();
  expect(resolveKey(press('s', { ctrl: true }), { ...desk, target: 'field' })).toEqual({ do: 'save' });
});
