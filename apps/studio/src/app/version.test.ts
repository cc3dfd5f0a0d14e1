import { expect, it } from 'vitest';
import { nextStep } from './version.ts';

const state = { running: 'a', served: 'b', unsaved: false, reloadedFor: null };

it('reloads for a newer build', () => expect(nextStep(state)).toBe('reload'));
it('stays when the build is the same or unknown', () => {
  expect(nextStep({ ...state, served: 'a' })).toBe('none');
  expect(nextStep({ ...state, served: null })).toBe('none');
});
it('never reloads over unsaved text', () => expect(nextStep({ ...state, unsaved: true })).toBe('tell'));
it('does not reload twice for one build', () =>
  expect(nextStep({ ...state, reloadedFor: 'b' })).toBe('tell'));
